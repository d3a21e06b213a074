import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MESSAGE_STATUSES, type MessageStatus } from "../../db/model/contact-message.ts";
import { dateAndTime } from "../format.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { control, Field } from "../ui/field.tsx";
import { claimMessage, type Message, readMessages, replyToMessage, setMessageStatus } from "./api.ts";
import { POLL_MS, useDeskAction, useNow, useSignedOut } from "./data.ts";
import { DeskPage, Failure, Waiting } from "./desk-page.tsx";
import { mailStates, messageStatusLabels, shortTime, waitingTime } from "./words.ts";

export default function MessagesPage() {
  return (
    <DeskPage title="Messages" action="readMessages">
      <Messages />
    </DeskPage>
  );
}

function Messages() {
  const [show, setShow] = useState<MessageStatus>("new");
  const messages = useInfiniteQuery({
    queryKey: ["desk", "messages", show],
    queryFn: ({ pageParam }) => readMessages(show, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnMount: "always",
    refetchInterval: POLL_MS,
  });
  useSignedOut(messages.error);
  const all = messages.data?.pages.flatMap((page) => page.messages) ?? [];
  return (
    <>
      <label className="grid max-w-xs gap-1 font-semibold text-sm">
        Show
        <select value={show} className={control} onChange={(event) => setShow(event.target.value as MessageStatus)}>
          {MESSAGE_STATUSES.map((status) => (
            <option key={status} value={status}>
              {messageStatusLabels[status]}
            </option>
          ))}
        </select>
      </label>
      {!messages.data && <Waiting error={messages.error} onRetry={() => messages.refetch()} />}
      {messages.data && all.length === 0 && <p className="mt-5">No messages here.</p>}
      <ul className="mt-5 grid gap-5">
        {all.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} />
          </li>
        ))}
      </ul>
      {messages.hasNextPage && (
        <Button look="outline" className="mt-5" onClick={() => messages.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  );
}

function MessageCard({
  message: { id, name, message, status, owner, createdAt, reply, replies },
}: {
  message: Message;
}) {
  const now = useNow();
  const claiming = useDeskAction(() => claimMessage(id));
  const moving = useDeskAction((to: MessageStatus) => setMessageStatus(id, to));
  return (
    <Card>
      <h2 className="text-h3">{name}</h2>
      <p className="text-quiet text-sm">
        {dateAndTime(new Date(createdAt))}, {messageStatusLabels[status].toLowerCase()}
        {(status === "new" || status === "in_progress") && `, waiting ${waitingTime(createdAt, now)}`}.{" "}
        {owner ? `${owner} works on it.` : "Nobody works on it yet."}
      </p>
      <p className="mt-3 max-w-text whitespace-pre-line break-words">{message}</p>
      {replies.map(({ id, text, by, createdAt, mail }) => (
        <div key={id} className="mt-3 border-bluebonnet border-l-2 pl-3">
          <p className="text-quiet text-sm">
            {by}, {shortTime(createdAt)}
            {mail && `: ${mailStates[mail]}`}
          </p>
          <p className="whitespace-pre-line break-words">{text}</p>
        </div>
      ))}
      <WayToReply reply={reply} />
      <Failure message={claiming.message ?? moving.message} />
      <div className="mt-3 flex flex-wrap gap-3">
        {!owner && <Button onClick={() => claiming.mutate(undefined)}>Take this message</Button>}
        {owner && status !== "closed" && (
          <Button look="outline" onClick={() => moving.mutate("closed")}>
            Close
          </Button>
        )}
      </div>
      {owner && reply.kind === "email" && status !== "closed" && <ReplyForm id={id} to={reply.address} />}
    </Card>
  );
}

function WayToReply({ reply }: { reply: Message["reply"] }) {
  switch (reply.kind) {
    case "none":
      return <p className="mt-3 text-quiet">The sender left no way to reply.</p>;
    case "stopped":
      return <p className="mt-3 font-semibold text-alert">{reply.reason}</p>;
    case "email":
      return <p className="mt-3 break-all">Reply to: {reply.address}</p>;
    case "phone":
      return reply.number ? (
        <p className="mt-3">
          Call back, allowed now:{" "}
          <a
            href={`tel:${reply.number.replace(/[^\d+]/g, "")}`}
            className="link inline-flex min-h-6 items-center font-semibold"
          >
            {reply.number}
          </a>
        </p>
      ) : (
        <p className="mt-3 font-semibold text-alert">
          A phone number, not now. {!reply.call.allowed && reply.call.reason}
        </p>
      );
  }
}

function ReplyForm({ id, to }: { id: string; to: string }) {
  const [text, setText] = useState("");
  const replying = useDeskAction(
    () => replyToMessage(id, text),
    () => setText(""),
  );
  return (
    <form
      className="mt-4 grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        replying.mutate(undefined);
      }}
    >
      <Field id={`reply-${id}`} label={`Reply by mail to ${to}`}>
        {(box) => (
          <textarea
            {...box}
            rows={4}
            required
            maxLength={5000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Failure message={replying.message} />
      <Button type="submit" className="justify-self-start" disabled={replying.isPending}>
        Send reply
      </Button>
    </form>
  );
}
