import { useEffect, useRef, useState } from "react";
import { ROLES, type Role } from "../../../db/model/staff/staff.ts";
import { shortTime } from "../../../db/model/time/time-in-words.ts";
import { Button } from "../../ui/button.tsx";
import { control, Field } from "../../ui/form/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import {
  addMember,
  deactivate,
  type Member,
  reactivate,
  readMembers,
  resetPassword,
  resetSecondFactor,
  setRole,
} from "../api.ts";
import { useDeskAction, useDeskQuery } from "../data.ts";
import { Failure, Waiting } from "../desk-page.tsx";
import { Part } from "../parts/part.tsx";
import { roleLabels } from "../words.ts";

interface NewPassword {
  username: string;
  password: string;
}

export function Members() {
  const found = useDeskQuery(["members"], readMembers);
  const [newest, setNewest] = useState<NewPassword>();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest) notice.current?.focus();
  }, [newest]);
  const members = found.data?.members ?? [];
  const successors = members.filter(({ role, deactivatedAt }) => role !== "author" && deactivatedAt === null);
  return (
    <Part title="Members and roles">
      {!found.data && <Waiting error={found.error} onRetry={() => found.refetch()} />}
      {newest && (
        <Notice kind="done" ref={notice} tabIndex={-1} role="status" className="mb-3">
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
            {members.map((member) => member.deactivatedAt && <FormerRow key={member.id} member={member} />)}
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
  const [choice, setChoice] = useState<Role>();
  const chosen = choice ?? role;
  const changing = useDeskAction((next: Role) => setRole(id, next), {
    words: (next) => `${username} is now: ${roleLabels[next].toLowerCase()}.`,
    onDone: () => setChoice(undefined),
    goOn: [`role-${id}`],
  });
  const resetting = useDeskAction(() => resetPassword(id), { onDone: onPassword });
  return (
    <li className="py-3">
      <form
        className="flex flex-wrap items-center gap-x-4 gap-y-2"
        onSubmit={(event) => {
          event.preventDefault();
          changing.run(chosen);
        }}
      >
        <span className="min-w-0 grow font-semibold">
          {username}
          {isDemo && <span className="font-normal text-quiet"> (demo)</span>}
        </span>
        <select
          id={`role-${id}`}
          aria-label={`Role of ${username}`}
          value={chosen}
          className={control}
          onChange={(event) => setChoice(event.target.value as Role)}
        >
          {ROLES.map((each) => (
            <option key={each} value={each}>
              {roleLabels[each]}
            </option>
          ))}
        </select>
        <Button type="submit" look="outline" disabled={chosen === role}>
          Change role<span className="sr-only"> of {username}</span>
        </Button>
        <Button look="quiet" onClick={() => resetting.run()}>
          New password<span className="sr-only"> for {username}</span>
        </Button>
      </form>
      <Failure message={changing.message ?? resetting.message} />
      <details className="mt-1">
        <summary className="link min-h-6 text-sm">
          Remove or reset<span className="sr-only">: {username}</span>
        </summary>
        <div className="mt-2 grid gap-4 rounded-card bg-tint p-4">
          <ResetSecondFactor member={member} />
          <Deactivate member={member} successors={successors.filter((successor) => successor.id !== id)} />
        </div>
      </details>
    </li>
  );
}

function ResetSecondFactor({ member: { id, username, hasSecondFactor } }: { member: Member }) {
  const resetting = useDeskAction(() => resetSecondFactor(id), {
    words: `${username} will set up a second step at the next sign-in.`,
  });
  if (!hasSecondFactor) return <p className="text-sm">No second step is set up yet.</p>;
  return (
    <div>
      <p className="text-sm">
        Did they lose their phone and recovery codes? Call them to make sure that it is really them, and give them a new
        password too.
      </p>
      <Button look="outline" className="mt-2" onClick={() => resetting.run()}>
        Reset the second step<span className="sr-only"> of {username}</span>
      </Button>
      <Failure message={resetting.message} />
    </div>
  );
}

function Deactivate({ member: { id, username }, successors }: { member: Member; successors: Member[] }) {
  const [successor, setSuccessor] = useState("");
  const leaving = useDeskAction(() => deactivate(id, successor || null), {
    words: `${username} can no longer sign in.`,
  });
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        leaving.run();
      }}
    >
      <Field id={`successor-${id}`} label={`Open applications and messages of ${username} go to`}>
        {(box) => (
          <select {...box} value={successor} onChange={(event) => setSuccessor(event.target.value)}>
            <option value="">The queue</option>
            {successors.map((each) => (
              <option key={each.id} value={each.id}>
                {each.username}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" look="outline" className="justify-self-start">
        Deactivate {username}
      </Button>
      <Failure message={leaving.message} />
    </form>
  );
}

function FormerRow({ member: { id, username, deactivatedAt } }: { member: Member }) {
  const returning = useDeskAction(() => reactivate(id), { words: `${username} can sign in again.` });
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        {username} <span className="text-quiet">(since {shortTime(deactivatedAt ?? "")})</span>
      </span>
      <Button look="quiet" onClick={() => returning.run()}>
        Reactivate<span className="sr-only"> {username}</span>
      </Button>
      <Failure message={returning.message} />
    </li>
  );
}

function AddMember({ onPassword }: { onPassword: (made: NewPassword) => void }) {
  const [username, setUsername] = useState("");
  const [role, setRoleOf] = useState<Role>("specialist");
  const adding = useDeskAction(() => addMember(username, role), {
    onDone: (made) => {
      setUsername("");
      onPassword(made);
    },
  });
  return (
    <form
      className="mt-4 grid gap-4 border-line border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        adding.run();
      }}
    >
      <h3 className="text-base">Add somebody</h3>
      <Failure message={adding.message} />
      <Field id="new-username" label="Username">
        {(box) => (
          <input
            {...box}
            required
            maxLength={60}
            autoComplete="off"
            autoCapitalize="none"
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Field id="new-role" label="Role">
        {(box) => (
          <select {...box} value={role} onChange={(event) => setRoleOf(event.target.value as Role)}>
            {ROLES.map((each) => (
              <option key={each} value={each}>
                {roleLabels[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Button type="submit" className="justify-self-start">
        Add
      </Button>
    </form>
  );
}
