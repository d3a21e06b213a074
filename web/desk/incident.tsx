import { Download } from "lucide-react";
import { type FormEvent, useState } from "react";
import { CENTRAL, instantIn } from "../../db/model/time/zoned-time.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { type Incident, readIncident, readMembers } from "./api.ts";
import { useDeskAction, useDeskQuery } from "./data.ts";
import { Failure } from "./desk-page.tsx";
import { Part } from "./part.tsx";

/** For after an incident: how many people were exposed in a period, next to the numbers at which authorities are told. */
export function IncidentPack() {
  const members = useDeskQuery(["users"], readMembers);
  const [found, setFound] = useState<{ query: string; incident: Incident }>();
  const reading = useDeskAction(async (query: string) => ({ query, incident: await readIncident(query) }), {
    words: "Counted.",
    onDone: setFound,
    goOn: ["exposed"],
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const at = (name: string) => String(instantIn(String(typed.get(name)), CENTRAL)?.getTime() ?? "");
    const member = String(typed.get("member"));
    reading.run(String(new URLSearchParams({ from: at("from"), to: at("to"), ...(member && { member }) })));
  }

  return (
    <Part title="Incident">
      <p>If an account was misused: whose applications were seen, and by whom. Times are Texas times.</p>
      <form className="mt-3 grid gap-4" onSubmit={submit}>
        <Field id="incident-from" label="From">
          {(box) => <input {...box} type="datetime-local" name="from" required />}
        </Field>
        <Field id="incident-to" label="To">
          {(box) => <input {...box} type="datetime-local" name="to" required />}
        </Field>
        <Field id="incident-member" label="Whose account was used">
          {(box) => (
            <select {...box} name="member">
              <option value="">Anybody</option>
              {members.data?.users.map(({ id, username }) => (
                <option key={id} value={id}>
                  {username}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Failure message={reading.message} />
        <Button type="submit" look="outline" className="justify-self-start">
          Count who was exposed
        </Button>
      </form>
      {found && <Exposed {...found} />}
    </Part>
  );
}

function Exposed({
  query,
  incident: { certain, atMost, members, noticePeople },
}: {
  query: string;
  incident: Incident;
}) {
  return (
    <div id="exposed" tabIndex={-1} className="mt-4 grid gap-3 border-line border-t pt-4 outline-none">
      <p>
        <strong>{people(certain.people)}</strong> for certain: their applications ({certain.applications}) were opened,
        sent or exported. Counting lists too, which show names and cities, and messages from the contact form,{" "}
        <strong>at most {people(atMost.people)}</strong> ({atMost.applications} applications and {atMost.messages}{" "}
        {atMost.messages === 1 ? "message" : "messages"}).
      </p>
      <Threshold
        isReached={atMost.people >= noticePeople.texas}
        words={`${noticePeople.texas} Texans (at that number the attorney general of Texas is told within 30 days)`}
      />
      <Threshold
        isReached={atMost.people >= noticePeople.ftc}
        words={`${noticePeople.ftc} people (at that number the FTC is told within 30 days)`}
      />
      <ul className="text-sm">
        {members.map(({ username, opened, exports, lists }) => (
          <li key={username}>
            <strong>{username}</strong>: {opened} opened or sent, {exports} {exports === 1 ? "export" : "exports"}
            {lists > 0 && ", read lists"}
          </li>
        ))}
      </ul>
      <a
        href={`/api/desk/incident.csv?${query}`}
        download
        className="link inline-flex min-h-11 items-center gap-2 font-semibold"
      >
        <Download aria-hidden="true" className="size-5" /> Download all of them (CSV)
      </a>
      <p className="text-quiet text-sm">
        A lawyer decides what has to be told. Reading is logged only once an hour, so the hour before is counted too.
      </p>
    </div>
  );
}

/** Judged by the larger number: it is better to ask once too often. */
function Threshold({ isReached, words }: { isReached: boolean; words: string }) {
  return (
    <Notice kind={isReached ? "alert" : "info"}>
      {isReached ? "Possibly reached" : "Not reached"}: {words}.
    </Notice>
  );
}

function people(count: number) {
  return count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`;
}
