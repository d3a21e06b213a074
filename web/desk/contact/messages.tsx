import { useState } from "react";
import { flushSync } from "react-dom";
import { statusLabels } from "../../../db/model/case/status.ts";
import { MESSAGE_STATUSES, MessageReply, type MessageStatus } from "../../../db/model/contact/contact-message.ts";
import { phoneInWords } from "../../../db/model/phone.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { countInWords, OVERDUE_UP_TO } from "../../../db/model/site/statistics.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Link } from "../../ui/link.tsx";
import { Addresses } from "../../ui/page/addresses.tsx";
import { type Message, read } from "../api.ts";
import { AskedToStop } from "../calls/calls-and-stop.tsx";
import { useDeskAction, useDeskList, useReading } from "../data.ts";
import { deskPage, Failure, Waiting } from "../desk-page.tsx";
import { ActionForm, TextField, useTyped } from "../parts/action-form.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { mailStatusLabels, messageStatusLabels, telOf } from "../words.ts";

export default deskPage("Messages", "readMessages", Messages);

/** Where it is said that a message has left the list. */
const MOVED = "moved";

function Messages() {
  const [asked, setShow] = useState<MessageStatus>();
  const show = asked ?? "new";
  const [moved, setMoved] = useState<string>();
  const [chosen, choose] = useState<string>();
  const messages = useDeskList(["messages", show], (from) => read("GET /desk/messages", { query: { show, ...from } }), {
    isLive: true,
    isKept: true,
  });
  const counts: Partial<Record<MessageStatus, number>> = messages.data?.[0]?.counts ?? {};
  // Where nothing is new at first, what is begun comes first.
  if (!asked && messages.data) setShow(!counts.new && counts.in_progress ? "in_progress" : "new");
  const all = messages.data?.flatMap((page) => page.messages) ?? [];
  const shown = all.find(({ id }) => id === chosen) ?? all[0];

  function open(status: MessageStatus) {
    setShow(status);
    setMoved(undefined);
  }

  /** A message that was taken is followed to its list, at once so that this is among those that are read again. */
  function follow({ id, name }: Message, to: MessageStatus) {
    if (to === "in_progress") {
      flushSync(() => {
        choose(id);
        open(to);
      });
    } else setMoved(`The message of ${name} ${whereNow(to)}`);
  }

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for answers. */}
      <div role="group" aria-label="Show" className="flex flex-wrap gap-x-4 border-line border-b">
        {MESSAGE_STATUSES.map((status) => (
          <button
            key={status}
            type="button"
            aria-pressed={status === show}
            className="-mb-px min-h-11 border-transparent border-b-2 aria-pressed:border-bluebonnet aria-pressed:font-semibold"
            onClick={() => open(status)}
          >
            {messageStatusLabels[status]} {counts[status] ? `(${countInWords(counts[status], OVERDUE_UP_TO)})` : ""}
          </button>
        ))}
      </div>
      {!messages.data && <Waiting of={messages} />}
      {moved && (
        <p id={MOVED} tabIndex={-1} className="mt-3 font-semibold text-leaf">
          {moved}
        </p>
      )}
      {messages.data && all.length === 0 && <p className="mt-3">No messages here.</p>}
      <ul className="lg:mt-3 lg:grid lg:grid-cols-[20rem_1fr]">
        {all.map((message) => (
          <li key={message.id} className="lg:contents">
            <MessageLine message={message} isOpen={message === shown} onOpen={() => choose(message.id)} />
            {message === shown && (
              <MessageCard message={message} onMoved={(to) => to !== show && follow(message, to)} />
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={messages} />
    </>
  );
}

/** Whose message it is, when it came, and how it begins. */
function MessageLine({
  message: { name, language, message, owner, createdAt },
  isOpen,
  onOpen,
}: {
  message: Message;
  isOpen: boolean;
  onOpen: () => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      className="w-full min-w-0 border-line border-b px-3 py-2 text-left aria-expanded:bg-tint max-lg:aria-expanded:[&>:last-child]:hidden"
      onClick={onOpen}
    >
      <span className="flex items-baseline gap-x-3">
        <span className="min-w-0 truncate font-semibold">
          {name}
          <LanguageTag language={language} />
        </span>
        <span className="ml-auto shrink-0 text-quiet text-sm">{shortTime(createdAt)}</span>
      </span>
      <span className="block truncate text-quiet text-sm">{owner ? `${owner}: ${message}` : message}</span>
    </button>
  );
}

function MessageCard({
  message: { id, name, message, status, owner, createdAt, reply, replies, earlier },
  onMoved,
}: {
  message: Message;
  onMoved: (to: MessageStatus) => void;
}) {
  const headingId = `message-${id}`;
  const typed = useTyped({ text: "" }, `reply ${id}`);
  const stopping = useDeskAction(() => call("POST /desk/messages/:id/stop", { id }), {
    words: `Recorded. Nobody will contact ${name} anymore.`,
    goOn: [headingId],
  });
  const claiming = useDeskAction(() => call("POST /desk/messages/:id/claim", { id }), {
    words: `You work on the message of ${name} now. It ${whereNow("in_progress")}`,
    onDone: () => onMoved(status === "new" ? "in_progress" : status),
    goOn: [replyId(id), headingId],
  });
  const closing = useDeskAction(() => call("POST /desk/messages/:id/status", { id, json: { status: "closed" } }), {
    words: `The message of ${name} is closed. It ${whereNow("closed")}`,
    onDone: () => onMoved("closed"),
    goOn: [MOVED],
  });
  const contact = reply.kind === "email" ? reply.address : reply.kind === "phone" && reply.number;
  const mayReply = reply.kind === "email" && status !== "closed";
  const others = (
    <>
      {!owner && (
        <Button look={mayReply ? "outline" : "primary"} onClick={() => claiming.run()}>
          Claim
        </Button>
      )}
      {owner && status !== "closed" && (
        <Button look="outline" onClick={() => closing.run()}>
          Close
        </Button>
      )}
      {(reply.kind === "email" || reply.kind === "phone") && (
        <AskedToStop className="ml-auto open:w-full">
          <Button look="quiet" onClick={() => stopping.run()}>
            Stop: asked in a message
          </Button>
        </AskedToStop>
      )}
    </>
  );
  return (
    <div className="min-w-0 border-line p-4 max-lg:border-b lg:sticky lg:top-3 lg:ml-4 lg:rounded-card lg:border lg:bg-card lg:col-start-2 lg:row-span-[100] lg:row-start-1 lg:self-start">
      <h2 id={headingId} tabIndex={-1} className="text-base">
        <span className="mr-3 max-lg:sr-only">{name}</span>
        <span className="font-normal text-quiet text-sm">
          <span className="max-lg:sr-only">{shortTime(createdAt)}</span> {owner && `${owner} works on it.`}
        </span>
      </h2>
      {contact && <TheirApplications contact={contact} />}
      {earlier.map((each) => (
        <div key={each.id} className="mt-2">
          <p className="text-quiet text-sm">
            {name}, {shortTime(each.createdAt)}
          </p>
          <p className="whitespace-pre-line">{each.message}</p>
          <Replies of={each.replies} />
        </div>
      ))}
      <p className="mt-2 whitespace-pre-line">{message}</p>
      <Replies of={replies} />
      {!mayReply && <WayToReply reply={reply} />}
      <Failure message={claiming.message ?? closing.message ?? stopping.message} />
      {mayReply ? (
        <ActionForm
          form={typed}
          schema={MessageReply}
          act={(json) => call("POST /desk/messages/:id/reply", { id, json })}
          words={`The reply to ${name} is on its way. It ${whereNow("answered")}`}
          onDone={() => onMoved("answered")}
          goOn={[MOVED]}
          look="primary"
          button="Send reply"
          beside={others}
        >
          <TextField name="text" id={replyId(id)} label={`Reply by email to ${reply.address}`} rows={3} />
        </ActionForm>
      ) : (
        <div className="mt-3 flex flex-wrap gap-3">{others}</div>
      )}
    </div>
  );
}

function Replies({ of }: { of: Message["replies"] }) {
  return of.map(({ id, text, by, createdAt, mail }) => (
    <div key={id} className="mt-2 border-bluebonnet border-l-2 pl-3">
      <p className="text-quiet text-sm">
        {by ?? "A former member"}, {shortTime(createdAt)}
        {mail && `: ${mailStatusLabels[mail]}`}
      </p>
      <p className="whitespace-pre-line">{text}</p>
    </div>
  ));
}

/** What was applied for with this address or number. */
function TheirApplications({ contact }: { contact: string }) {
  const found = useReading(["applications of", contact], () =>
    read("POST /desk/queue/search", { json: { q: contact } }),
  );
  if (!found.data?.applications.length) return null;
  return (
    <p className="mt-1 text-sm">
      Applied:
      {found.data.applications.map(({ id, fullName, status }) => (
        <Link key={id} to={paths.case(id)} className="link ml-2">
          {fullName}, {statusLabels[status].toLowerCase()}
        </Link>
      ))}
    </p>
  );
}

function whereNow(list: MessageStatus) {
  return `is now under ${messageStatusLabels[list]}.`;
}

function replyId(messageId: string) {
  return `reply-${messageId}`;
}

function WayToReply({ reply }: { reply: Message["reply"] }) {
  switch (reply.kind) {
    case "none":
      return <p className="mt-1 text-quiet">The sender left no way to reply.</p>;
    case "stopped":
      return <p className="mt-1 font-semibold text-alert">{reply.reason}</p>;
    case "email":
      return (
        <p className="mt-1">
          <Addresses>{`Their address: ${reply.address}`}</Addresses>
        </p>
      );
    case "phone":
      return reply.number ? (
        <p className="mt-1">
          Call back, allowed now:{" "}
          <a href={telOf(reply.number)} className="link inline-flex min-h-6 items-center font-semibold">
            {phoneInWords(reply.number)}
          </a>
        </p>
      ) : (
        <p className="mt-1 font-semibold text-alert">
          A phone number, not now. {!reply.call.allowed && reply.call.reason}
        </p>
      );
  }
}
