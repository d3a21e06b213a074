import { useState } from "react";
import { Deactivation, NewMember, ROLES, RoleChange } from "../../../db/model/staff/staff.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Notice } from "../../ui/notice.tsx";
import type { Member } from "../api.ts";
import { CallCapacity } from "../calls/call-capacity.tsx";
import { useDeskQuery } from "../data.ts";
import { deskPage, Waiting } from "../desk-page.tsx";
import { ActionButton, ActionForm, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { Menu } from "../parts/menu.tsx";
import { Part } from "../parts/part.tsx";
import { roleLabels } from "../words.ts";
import { SignIns } from "./sign-ins.tsx";

const PASSWORD = "new-password";

interface NewPassword {
  username: string;
  password: string;
}

export default deskPage("Members", "manageMembers", Manage);

function Manage() {
  return (
    <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
      <div className="lg:col-span-2">
        <Members />
      </div>
      <CallCapacity />
      <SignIns />
    </div>
  );
}

function Members() {
  const found = useDeskQuery("GET /desk/members");
  const [newest, setNewest] = useState<NewPassword>();
  const members = found.data?.members.filter(({ deactivatedAt }) => deactivatedAt === null) ?? [];
  const left = found.data?.members.filter(({ deactivatedAt }) => deactivatedAt !== null) ?? [];
  const successors = members.filter(({ role }) => role !== "author");
  return (
    <Part title="Members and roles">
      {!found.data && <Waiting of={found} />}
      {newest && (
        <Notice kind="done" id={PASSWORD} tabIndex={-1} role="status" className="mb-3">
          The password of {newest.username}, shown only now: <code className="font-semibold">{newest.password}</code>
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {members.map((member) => (
          <MemberRow key={member.id} member={member} successors={successors} onPassword={setNewest} />
        ))}
      </ul>
      <AddMember onPassword={setNewest} />
      {left.length > 0 && (
        <>
          <h3 className="mt-4 border-line border-t pt-4 text-base">People who have left</h3>
          <ul className="divide-y divide-line">
            {left.map(({ id, username, deactivatedAt }) => (
              <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                <span className="min-w-0">
                  {username} <span className="text-quiet">(since {shortTime(deactivatedAt ?? "")})</span>
                </span>
                <ActionButton
                  look="quiet"
                  act={() => call("POST /desk/members/:id/reactivate", { id })}
                  words={`${username} can sign in again.`}
                >
                  Reactivate<span className="sr-only"> {username}</span>
                </ActionButton>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function MemberRow({
  member,
  successors,
  onPassword,
}: {
  member: Member;
  successors: Member[];
  onPassword: (made: NewPassword) => void;
}) {
  const { id, username, role, isDemo } = member;
  const form = useTyped({ role });
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1 md:flex-nowrap">
      <ActionForm
        className="flex min-w-0 grow flex-wrap items-center gap-x-4 md:flex-nowrap [&_:disabled]:invisible max-md:[&_:disabled]:hidden"
        form={form}
        schema={RoleChange}
        act={(json) => call("PUT /desk/members/:id", { id, json })}
        words={(next) => `${username} is now: ${roleLabels[next.role].toLowerCase()}.`}
        goOn={[`role-${id}`]}
        look="quiet"
        button={
          <span>
            Change role<span className="sr-only"> of {username}</span>
          </span>
        }
        isOff={form.typed.role === role}
      >
        <span className="min-w-0 grow font-semibold md:max-w-80">
          {username}
          {isDemo && <span className="font-normal text-quiet"> (demo)</span>}
        </span>
        <SelectField
          name="role"
          id={`role-${id}`}
          label={<span className="sr-only">Role of {username}</span>}
          of={ROLES}
          words={roleLabels}
          className="shrink-0"
        />
      </ActionForm>
      <div className="flex shrink-0 items-center gap-x-4">
        <ActionButton
          look="quiet"
          act={() => call("POST /desk/members/:id/password", { id })}
          onDone={onPassword}
          goOn={[PASSWORD]}
        >
          New password<span className="sr-only"> for {username}</span>
        </ActionButton>
        <Menu label="Remove or reset" of={username}>
          <div className="grid gap-4">
            <ResetSecondFactor member={member} />
            <Deactivate member={member} successors={successors.filter((successor) => successor.id !== id)} />
          </div>
        </Menu>
      </div>
    </li>
  );
}

function ResetSecondFactor({ member: { id, username, hasSecondFactor } }: { member: Member }) {
  if (!hasSecondFactor) return <p className="text-sm">No second step is set up yet.</p>;
  return (
    <div>
      <p className="text-sm">
        Did they lose their phone and recovery codes? Call them to make sure that it is really them, and give them a new
        password too.
      </p>
      <ActionButton
        className="mt-2"
        act={() => call("POST /desk/members/:id/second-factor/reset", { id })}
        words={`${username} will set up a second step at the next sign-in.`}
      >
        Reset the second step<span className="sr-only"> of {username}</span>
      </ActionButton>
    </div>
  );
}

function Deactivate({ member: { id, username }, successors }: { member: Member; successors: Member[] }) {
  return (
    <ActionForm
      form={useTyped({ handTo: "" })}
      schema={Deactivation}
      read={({ handTo }) => ({ handTo: handTo || null })}
      act={(json) => call("POST /desk/members/:id/deactivate", { id, json })}
      words={`${username} can no longer sign in.`}
      button={`Deactivate ${username}`}
    >
      <SelectField
        name="handTo"
        id={`successor-${id}`}
        label={`Open applications and messages of ${username} go to`}
        first="The queue"
        of={successors}
      />
    </ActionForm>
  );
}

function AddMember({ onPassword }: { onPassword: (made: NewPassword) => void }) {
  return (
    <ActionForm
      className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-2 border-line border-t pt-4"
      form={useTyped({ username: "", role: "specialist" })}
      schema={NewMember}
      act={(json) => call("POST /desk/members", { json })}
      onDone={onPassword}
      goOn={[PASSWORD]}
      look="primary"
      button="Add"
    >
      <h3 className="w-full text-base">Add somebody</h3>
      <TextField name="username" id="new-username" label="Username" autoCapitalize="none" />
      <SelectField name="role" id="new-role" label="Role" of={ROLES} words={roleLabels} />
    </ActionForm>
  );
}
