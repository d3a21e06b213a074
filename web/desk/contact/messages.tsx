import { useState } from "react";
import { flushSync } from "react-dom";
import { MESSAGE_STATUSES, MessageReply, type MessageStatus } from "../../../db/model/contact/contact-message.ts";
import { waitingTime } from "../../../db/model/queue/promise.ts";
import { countInWords, OVERDUE_UP_TO } from "../../../db/model/site/statistics.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { type Message, read } from "../api.ts";
import { useDeskAction, useDeskList, useNow } from "../data.ts";
import { deskPage, Failure, Waiting } from "../desk-page.tsx";
import { ActionForm, TextField, useTyped } from "../parts/action-form.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { mailStatusLabels, messageStatusLabels, phoneInWords, telOf } from "../words.ts";

export default deskPage("Messages", "readMessages", Messages);

/** Where it is said that a message has left the list. */
const MOVED = "moved";

function Messages() {
  const [show, setShow] = useState<MessageStatus>("new");
  const [moved, setMoved] = useState<string>();
  const messages = useDeskList(["messages", show], (from) => read("GET /desk/messages", { query: { show, ...from } }), {
    hears: ["messages"],
    isKept: true,
  });
  const counts: Partial<Record<MessageStatus, number>> = messages.data?.[0]?.counts ?? {};
  const all = messages.data?.flatMap((page) => page.messages) ?? [];
  const next = all.find(({ owner }) => !owner);

  function open(status: MessageStatus) {
    setShow(status);
    setMoved(undefined);
  }

  /** A message that was taken is followed to its list, at once so that this is among those that are read again. */
  function follow(name: string, to: MessageStatus) {
    if (to === "in_progress") flushSync(() => open(to));
    else setMoved(`The message of ${name} ${whereNow(to)}`);
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
      <ul className="divide-y divide-line border-line border-b">
        {all.map((message) => (
          <li key={message.id} className="py-3">
            <MessageCard
              message={message}
              isNext={message === next}
              onMoved={(to) => to !== show && follow(message.name, to)}
            />
          </li>
        ))}
      </ul>
      <ShowMore list={messages} />
    </>
  );
}

function MessageCard({
  message: { id, name, language, message, status, owner, createdAt, reply, replies },
  isNext,
  onMoved,
}: {
  message: Message;
  isNext: boolean;
  onMoved: (to: MessageStatus) => void;
}) {
  const now = useNow();
  const headingId = `message-${id}`;
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
  return (
    <div className="max-w-3xl">
      <h2 id={headingId} tabIndex={-1} className="inline text-base">
        {name}
        <LanguageTag language={language} />
      </h2>
      <span className="ml-3 text-quiet text-sm">
        {shortTime(createdAt)}
        {(status === "new" || status === "in_progress") &&
          reply.kind !== "stopped" &&
          `, waiting ${waitingTime(createdAt, now)}`}
        {owner && `. ${owner} works on it.`}
      </span>
      <p className="mt-1 whitespace-pre-line">{message}</p>
      {replies.map(({ id, text, by, createdAt, mail }) => (
        <div key={id} className="mt-2 border-bluebonnet border-l-2 pl-3">
          <p className="text-quiet text-sm">
            {by ?? "A former member"}, {shortTime(createdAt)}
            {mail && `: ${mailStatusLabels[mail]}`}
          </p>
          <p className="whitespace-pre-line">{text}</p>
        </div>
      ))}
      <WayToReply reply={reply} />
      {owner && reply.kind === "email" && status !== "closed" && (
        <ReplyForm id={id} name={name} to={reply.address} onSent={() => onMoved("answered")} />
      )}
      <Failure message={claiming.message ?? closing.message ?? stopping.message} />
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        {!owner && (
          <Button look={isNext ? "primary" : "outline"} onClick={() => claiming.run()}>
            Take this message
          </Button>
        )}
        {owner && status !== "closed" && (
          <Button look="outline" onClick={() => closing.run()}>
            Close
          </Button>
        )}
        {(reply.kind === "email" || reply.kind === "phone") && (
          <Button look="quiet" onClick={() => stopping.run()}>
            They asked us to stop
          </Button>
        )}
      </div>
    </div>
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
      return <p className="mt-1">Reply to: {reply.address}</p>;
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

function ReplyForm({ id, name, to, onSent }: { id: string; name: string; to: string; onSent: () => void }) {
  return (
    <ActionForm
      form={useTyped({ text: "" }, `reply ${id}`)}
      schema={MessageReply}
      act={(json) => call("POST /desk/messages/:id/reply", { id, json })}
      words={`The reply to ${name} is on its way. It ${whereNow("answered")}`}
      onDone={onSent}
      goOn={[MOVED]}
      look="primary"
      button="Send reply"
    >
      <TextField name="text" id={replyId(id)} label={`Reply by email to ${to}`} rows={4} />
    </ActionForm>
  );
}
