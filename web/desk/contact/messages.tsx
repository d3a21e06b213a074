import { useEffect, useRef, useState } from "react";
import { MESSAGE_STATUSES, MessageReply, type MessageStatus } from "../../../db/model/contact/contact-message.ts";
import { phoneInWords } from "../../../db/model/contact/person.ts";
import { waitingTime } from "../../../db/model/queue/promise.ts";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import { call } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { control } from "../../ui/form/field.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Notice } from "../../ui/notice.tsx";
import { telOf } from "../../ui/tel.ts";
import { type Message, read } from "../api.ts";
import { focusFirst, useDeskAction, useDeskList, useNow } from "../data.ts";
import { deskPage, Failure, Waiting } from "../desk-page.tsx";
import { ActionForm, Options, TextField, useTyped } from "../parts/action-form.tsx";
import { LanguageTag } from "../parts/language-tag.tsx";
import { ShowMore } from "../parts/show-more.tsx";
import { mailStatusLabels, messageStatusLabels } from "../words.ts";

export default deskPage("Messages", "readMessages", Messages);

/** A message that has just moved, with its old list and its new one. */
interface Moved {
  message: Message;
  from: MessageStatus;
  to: MessageStatus;
}

function Messages() {
  const [show, setShow] = useState<MessageStatus>("new");
  const [lastMoved, setMoved] = useState<Moved>();
  // The member may have opened another list since.
  const moved = lastMoved?.from === show ? lastMoved : undefined;
  /** The message to open after 'Show it'. */
  const [wanted, setWanted] = useState<string>();
  const messages = useDeskList(
    ["messages", show],
    (cursor) => read("GET /desk/messages", { query: { show, ...(cursor && { cursor }) } }),
    { hears: ["messages"] },
  );
  const all = messages.data?.flatMap((page) => page.messages) ?? [];

  function open(status: MessageStatus, id?: string) {
    setShow(status);
    setMoved(undefined);
    setWanted(id);
    focusFirst(["show"]);
  }

  return (
    <>
      <Select
        id="show"
        aria-label="Show"
        className={control}
        value={show}
        onChange={({ target }) => open(target.value as MessageStatus)}
      >
        <Options of={MESSAGE_STATUSES} words={messageStatusLabels} />
      </Select>
      {!messages.data && <Waiting of={messages} />}
      {messages.data && all.length === 0 && <p className="mt-3">No messages here.</p>}
      <ul className="mt-3 divide-y divide-line border-line border-y">
        {withMoved(all, moved).map((message) => (
          <li key={message.id} className="py-3">
            {message.id === moved?.message.id ? (
              <MovedNotice moved={moved} onShow={() => open(moved.to, message.id)} />
            ) : (
              <MessageCard
                message={message}
                isWanted={message.id === wanted}
                onMoved={(to) => to !== show && setMoved({ message, from: show, to })}
              />
            )}
          </li>
        ))}
      </ul>
      <ShowMore list={messages} />
    </>
  );
}

/** The list in its order, with a message that has just moved still in its old place. */
function withMoved(all: Message[], moved: Moved | undefined) {
  if (!moved) return all;
  const others = all.filter(({ id }) => id !== moved.message.id);
  return [...others, moved.message].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
}

/** Stands in a moved message's place, so that the member can go on from there. */
function MovedNotice({ moved: { message, to }, onShow }: { moved: Moved; onShow: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <Notice kind="done">
      <p>
        The message of {message.name} is now under {messageStatusLabels[to]}.
      </p>
      <Button ref={button} look="quiet" onClick={onShow}>
        Show it
      </Button>
    </Notice>
  );
}

function MessageCard({
  message: { id, name, language, message, status, owner, createdAt, reply, replies },
  isWanted,
  onMoved,
}: {
  message: Message;
  isWanted: boolean;
  onMoved: (to: MessageStatus) => void;
}) {
  const now = useNow();
  const headingId = `message-${id}`;
  useEffect(() => {
    if (isWanted) focusFirst([headingId]);
  }, [isWanted, headingId]);
  const stopping = useDeskAction(() => call("POST /desk/messages/:id/stop", { id }), {
    words: `Recorded. Nobody will contact ${name} anymore.`,
    goOn: [headingId],
  });
  const claiming = useDeskAction(() => call("POST /desk/messages/:id/claim", { id }), {
    words: `You work on the message of ${name} now. ${whereNow("in_progress")}`,
    onDone: () => onMoved(status === "new" ? "in_progress" : status),
    goOn: [replyId(id), headingId],
  });
  const closing = useDeskAction(() => call("POST /desk/messages/:id/status", { id, json: { status: "closed" } }), {
    words: `The message of ${name} is closed. ${whereNow("closed")}`,
    onDone: () => onMoved("closed"),
    goOn: [headingId],
  });
  return (
    <div className="grid gap-x-8 gap-y-2 md:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <h2 id={headingId} tabIndex={-1} className="inline text-base">
          {name} <LanguageTag language={language} />
        </h2>
        <span className="ml-3 text-quiet text-sm">
          {shortTime(createdAt)}, {messageStatusLabels[status].toLowerCase()}
          {(status === "new" || status === "in_progress") &&
            reply.kind !== "stopped" &&
            `, waiting ${waitingTime(createdAt, now)}`}
          . {owner ? `${owner} works on it.` : "Nobody works on it."}
        </span>
        <p className="mt-1 max-w-text whitespace-pre-line">{message}</p>
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
      </div>
      <div className="flex flex-wrap items-start gap-3 md:justify-end">
        {(reply.kind === "email" || reply.kind === "phone") && (
          <Button look="quiet" onClick={() => stopping.run()}>
            Record a stop
          </Button>
        )}
        {!owner && (
          <Button look="outline" onClick={() => claiming.run()}>
            Take this message
          </Button>
        )}
        {owner && status !== "closed" && (
          <Button look="outline" onClick={() => closing.run()}>
            Close
          </Button>
        )}
      </div>
    </div>
  );
}

function whereNow(list: MessageStatus) {
  return `It is now under ${messageStatusLabels[list]}.`;
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
      words={`The reply to ${name} is on its way. ${whereNow("answered")}`}
      onDone={onSent}
      look="primary"
      button="Send reply"
    >
      <TextField name="text" id={replyId(id)} label={`Reply by email to ${to}`} rows={4} />
    </ActionForm>
  );
}
