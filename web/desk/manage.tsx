import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { MAIL_STATUSES } from "../../db/model/mail.ts";
import { deskActions, ROLES, type Role } from "../../db/model/staff.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { control, Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import {
  addMember,
  type Member,
  readAudit,
  readMembers,
  readOutbox,
  resetPassword,
  retryAllMail,
  retryMail,
  setRole,
} from "./api.ts";
import { POLL_MS, useDeskAction, useDeskQuery, useSignedOut } from "./data.ts";
import { DeskPage, Failure, Waiting } from "./desk-page.tsx";
import { changeInWords, mailLabels, mailStates, roleLabels, shortTime } from "./words.ts";

export default function ManagePage() {
  return (
    <DeskPage title="Manage" action="manageMembers">
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Users />
        <div className="grid gap-5">
          <Outbox />
          <Part title="Export">
            <p>
              All applications as a CSV file. Each export is logged. Numbers and addresses of people who asked us to
              stop are left out.
            </p>
            <a
              href="/api/desk/export.csv"
              download
              className="link mt-3 inline-flex min-h-11 items-center gap-2 font-semibold"
            >
              <Download aria-hidden="true" className="size-5" /> Download applications (CSV)
            </a>
          </Part>
          <Audit />
        </div>
      </div>
    </DeskPage>
  );
}

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <h2 id={id} tabIndex={-1} className="text-h3">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </Card>
  );
}

interface NewPassword {
  username: string;
  password: string;
}

function Users() {
  const users = useDeskQuery(["users"], readMembers);
  const [newest, setNewest] = useState<NewPassword>();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (newest) notice.current?.focus();
  }, [newest]);
  return (
    <Part title="Members and roles">
      {!users.data && <Waiting error={users.error} onRetry={() => users.refetch()} />}
      {newest && (
        <Notice kind="done" ref={notice} tabIndex={-1} role="status" className="mb-3">
          The password of {newest.username}, shown only now: <code className="font-semibold">{newest.password}</code>
        </Notice>
      )}
      <ul className="divide-y divide-line">
        {users.data?.users.map((user) => (
          <MemberRow key={user.id} user={user} onPassword={setNewest} />
        ))}
      </ul>
      <AddMember onPassword={setNewest} />
    </Part>
  );
}

function MemberRow({ user, onPassword }: { user: Member; onPassword: (made: NewPassword) => void }) {
  const { id, username, role, isDemo } = user;
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

function Outbox() {
  const outbox = useInfiniteQuery({
    queryKey: ["desk", "outbox"],
    queryFn: ({ pageParam }) => readOutbox(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
  });
  useSignedOut(outbox.error);
  const retrying = useDeskAction(retryMail, { words: "We try to send it again.", goOn: ["outbox"] });
  const retryingAll = useDeskAction(retryAllMail, { words: "We try to send them all again.", goOn: ["outbox"] });
  const { counts = [], oldestOwedAt } = outbox.data?.pages[0] ?? {};
  const dead = outbox.data?.pages.flatMap((page) => page.dead) ?? [];
  return (
    <Part id="outbox" title="Outbox">
      {!outbox.data && <Waiting error={outbox.error} onRetry={() => outbox.refetch()} />}
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {MAIL_STATUSES.map((status) => {
          const found = counts.find((each) => each.status === status);
          return (
            <div key={status} className="flex flex-col-reverse">
              <dt className="text-quiet text-sm">
                {mailStates[status]}
                {status === "owed" && oldestOwedAt && `, oldest ${shortTime(oldestOwedAt)}`}
              </dt>
              <dd className="font-semibold text-h3 tabular-nums">{found?.count ?? 0}</dd>
            </div>
          );
        })}
      </dl>
      <Failure message={retrying.message ?? retryingAll.message} />
      {dead.length > 1 && (
        <Button look="outline" className="mt-3" onClick={() => retryingAll.run()}>
          Try all again
        </Button>
      )}
      <ul className="mt-3 divide-y divide-line">
        {dead.map(({ id, kind, attempts, lastError, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span>
              {mailLabels[kind]}, {shortTime(createdAt)}
              <span className="block text-quiet text-sm">
                {attempts} {attempts === 1 ? "try" : "tries"}
                {lastError && `, ${lastError}`}
              </span>
            </span>
            <Button look="outline" onClick={() => retrying.run(id)}>
              Try again
            </Button>
          </li>
        ))}
      </ul>
      {outbox.hasNextPage && (
        <Button look="outline" className="mt-3" onClick={() => outbox.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Part>
  );
}

function Audit() {
  const audit = useDeskQuery(["audit"], readAudit);
  return (
    <Part title="Audit log">
      {!audit.data && <Waiting error={audit.error} onRetry={() => audit.refetch()} />}
      <details>
        <summary className="link min-h-6 font-semibold">What staff did and were refused lately</summary>
        <ul className="mt-2 divide-y divide-line text-sm">
          {audit.data?.entries.map(({ id, at, username, action, subjectId, isAllowed, change }) => (
            <li key={id} className="break-words py-1.5">
              {shortTime(at)}: <strong>{username}</strong>{" "}
              {isAllowed ? "did" : <span className="font-semibold text-alert">was refused to</span>}{" "}
              {deskActions[action]?.words ?? action}
              {subjectId && <span className="block break-all text-quiet">{subjectId}</span>}
              {change && <span className="block">{changeInWords(change)}</span>}
            </li>
          ))}
        </ul>
      </details>
    </Part>
  );
}
