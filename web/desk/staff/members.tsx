import { useState } from "react";
import { Deactivation, NewMember, ROLES, type Role, RoleChange } from "../../../db/model/staff/staff.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Member } from "../api.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { Failure, Waiting } from "../desk-page.tsx";
import { ActionButton, ActionForm, Options, SelectField, TextField, useTyped } from "../parts/action-form.tsx";
import { Menu } from "../parts/menu.tsx";
import { Part } from "../parts/part.tsx";
import { roleLabels } from "../words.ts";

const PASSWORD = "new-password";

interface NewPassword {
  username: string;
  password: string;
}

export function Members() {
  const found = useDeskQuery("GET /desk/members");
  const [newest, setNewest] = useState<NewPassword>();
  const members = found.data?.members ?? [];
  const successors = members.filter(({ role, deactivatedAt }) => role !== "author" && deactivatedAt === null);
  return (
    <Part title="Members and roles">
      {!found.data && <Waiting of={found} />}
      {newest && (
        <Notice kind="done" id={PASSWORD} tabIndex={-1} role="status" className="mb-3">
          The password of {newest.username}, shown only now: <code className="font-semibold">{newest.password}</code>
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {members
          .filter((member) => member.deactivatedAt === null)
          .map((member) => (
            <MemberRow key={member.id} member={member} successors={successors} onPassword={setNewest} />
          ))}
      </ul>
      <AddMember onPassword={setNewest} />
      {members.some((member) => member.deactivatedAt !== null) && (
        <>
          <h3 className="mt-4 border-line border-t pt-4 text-base">People who have left</h3>
          <ul className="divide-y divide-line">
            {members.map(
              ({ id, username, deactivatedAt }) =>
                deactivatedAt && (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
                    <span className="min-w-0">
                      {username} <span className="text-quiet">(since {shortTime(deactivatedAt)})</span>
                    </span>
                    <ActionButton
                      look="quiet"
                      act={() => call("POST /desk/members/:id/reactivate", { id })}
                      words={`${username} can sign in again.`}
                    >
                      Reactivate<span className="sr-only"> {username}</span>
                    </ActionButton>
                  </li>
                ),
            )}
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
  const { id, username, role, isDemo, alertEmail } = member;
  const [choice, setChoice] = useState<{ role?: Role }>({});
  const form = { typed: { role, ...choice }, change: setChoice };
  const changing = useDeskAction((next: { role: Role }) => call("PUT /desk/members/:id", { id, json: next }), {
    words: (next) => `${username} is now: ${roleLabels[next.role].toLowerCase()}.`,
    onDone: () => setChoice({}),
    goOn: [`role-${id}`],
  });
  const resetting = useDeskAction(() => call("POST /desk/members/:id/password", { id }), {
    onDone: onPassword,
    goOn: [PASSWORD],
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1">
      <ActionForm
        className="flex grow flex-wrap items-center gap-x-4"
        form={form}
        schema={RoleChange}
        action={{ ...changing, message: null }}
        button={
          <span>
            Change role<span className="sr-only"> of {username}</span>
          </span>
        }
        look="outline"
        isOff={form.typed.role === role}
        beside={
          <Button look="quiet" onClick={() => resetting.run()}>
            New password<span className="sr-only"> for {username}</span>
          </Button>
        }
      >
        <span className="min-w-0 grow font-semibold">
          {username}
          {isDemo && <span className="font-normal text-quiet"> (demo)</span>}
          {alertEmail && <span className="block font-normal text-quiet text-sm">Alerts to {alertEmail}</span>}
        </span>
        <SelectField name="role" id={`role-${id}`} label={<span className="sr-only">Role of {username}</span>}>
          <Options of={ROLES} words={roleLabels} />
        </SelectField>
      </ActionForm>
      <Menu
        label={
          <>
            Remove or reset<span className="sr-only">: {username}</span>
          </>
        }
      >
        <div className="grid gap-4">
          <ResetSecondFactor member={member} />
          <Deactivate member={member} successors={successors.filter((successor) => successor.id !== id)} />
        </div>
      </Menu>
      <Failure message={changing.message ?? resetting.message} />
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
        look="outline"
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
  const leaving = useDeskAction(
    (leave: Deactivation) => call("POST /desk/members/:id/deactivate", { id, json: leave }),
    {
      words: `${username} can no longer sign in.`,
    },
  );
  return (
    <ActionForm
      form={useTyped({ handTo: "" })}
      schema={Deactivation}
      read={({ handTo }) => ({ handTo: handTo || null })}
      action={leaving}
      button={`Deactivate ${username}`}
      look="outline"
    >
      <SelectField name="handTo" id={`successor-${id}`} label={`Open applications and messages of ${username} go to`}>
        <Options first="The queue" of={successors} />
      </SelectField>
    </ActionForm>
  );
}

function AddMember({ onPassword }: { onPassword: (made: NewPassword) => void }) {
  const form = useTyped({ username: "", role: "specialist" });
  const adding = useDeskAction((member: NewMember) => call("POST /desk/members", { json: member }), {
    onDone: (made) => {
      form.change({ username: "" });
      onPassword(made);
    },
    goOn: [PASSWORD],
  });
  return (
    <ActionForm
      className="mt-2 flex flex-wrap items-end gap-x-4 gap-y-2 border-line border-t pt-4"
      form={form}
      schema={NewMember}
      action={adding}
      button="Add"
    >
      <h3 className="w-full text-base">Add somebody</h3>
      <TextField name="username" id="new-username" label="Username" autoCapitalize="none" />
      <SelectField name="role" id="new-role" label="Role">
        <Options of={ROLES} words={roleLabels} />
      </SelectField>
    </ActionForm>
  );
}
