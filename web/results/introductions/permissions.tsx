import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useRef } from "react";
import { languageOfText } from "../../../db/model/consent/consent.ts";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import type { Decision } from "../../../db/model/introductions/permission.ts";
import type { RecipientAnswer } from "../../../db/model/introductions/referral.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { t } from "../../../db/model/words.ts";
import { decide, type Guidance } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Failed } from "../../ui/failed.tsx";

const Documents = lazy(() => import("./documents.tsx"));

type Permission = Guidance["permissions"][number];

/** Our questions about lenders and dealers, and the applicant's answers. */
export function Permissions({ applicationId, guidance }: { applicationId: string; guidance: Guidance }) {
  const { permissions, contactStoppedAt, isByPhone, progress } = guidance;
  const isClosed = progress.now.code === "closed";
  return (
    <div id="permissions">
      {contactStoppedAt && (
        <p className="mt-2">You asked us to stop contacting you, so we won’t send anything new to anyone.</p>
      )}
      {isClosed && !contactStoppedAt && (
        <p className="mt-2">Your application is closed, so we won’t send anything new to anyone.</p>
      )}
      {isByPhone && !isClosed && !contactStoppedAt && (
        <p className="mt-2">You applied by phone, so we take a yes by phone, too. You can take it back here.</p>
      )}
      <ul className="mt-4 grid gap-6">
        {permissions.map((permission) => (
          <Introduction
            key={permission.id}
            applicationId={applicationId}
            permission={permission}
            isByPhone={isByPhone}
            isOver={isClosed || contactStoppedAt !== null}
          />
        ))}
      </ul>
    </div>
  );
}

function Introduction({
  applicationId,
  permission,
  isByPhone,
  isOver,
}: {
  applicationId: string;
  permission: Permission;
  /** They applied by phone, so this page takes no yes. */
  isByPhone: boolean;
  /** Nothing can be sent anymore: after a stop, and once it is closed. */
  isOver: boolean;
}) {
  const queries = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const deciding = useMutation({
    mutationFn: (decision: Decision) => decide(applicationId, permission.id, decision),
    onSuccess: () => heading.current?.focus(),
    // The server may refuse because the same question was decided on another page.
    onSettled: () => queries.invalidateQueries({ queryKey: ["guidance", applicationId] }),
  });
  const { state, kind, recipientName, papers, offered } = permission;
  const answer = (decision: Decision, words: string, look?: "outline") => (
    <Button look={look} disabled={deciding.isPending} onClick={() => deciding.mutate(decision)}>
      {words}
    </Button>
  );
  return (
    <li className="border-line not-first:border-t not-first:pt-5">
      <h3 ref={heading} tabIndex={-1}>
        {kind === "lender" ? t`${recipientName}, a lender` : t`${recipientName}, a dealer`}
      </h3>
      <p role="status" className={state === "asked" && !isOver ? "sr-only" : "mt-1"}>
        {stateInWords(permission, { isByPhone, isOver })}
      </p>
      {state === "asked" && !isOver && (
        <Question permission={permission}>
          {!isByPhone && answer("yes", t`Yes, send it`)}
          {answer("no", t`No, thank you`, "outline")}
        </Question>
      )}
      {(offered || papers.length > 0) && (
        <Suspense>
          <Documents applicationId={applicationId} permission={permission} />
        </Suspense>
      )}
      {state === "yes" && (
        <>
          <details className="fold mt-2">
            <summary>What you said yes to</summary>
            <Question permission={permission} />
          </details>
          <div className="no-print mt-3">{answer("no", t`Take back my yes`, "outline")}</div>
        </>
      )}
      {(state === "no" || state === "withdrawn") && !isOver && !isByPhone && (
        <details className="fold no-print mt-2">
          <summary>Changed your mind?</summary>
          <Question permission={permission}>{answer("yes", t`Yes, send it`, "outline")}</Question>
        </details>
      )}
      <Failed error={deciding.error} className="mt-3" />
    </li>
  );
}

/** The question word for word, folded exactly what would be sent, and the buttons to answer. */
function Question({
  permission: { words, textId, fields, answers },
  children,
}: {
  permission: Permission;
  children?: ReactNode;
}) {
  const rows = answerRows(fields, answers).filter(({ value }) => value !== undefined);
  return (
    <>
      <p lang={languageOfText(textId)} className="mt-2">
        {words}
      </p>
      <details className="fold mt-3">
        <summary>What we’ll send, and nothing else</summary>
        <dl className="mt-2 grid gap-y-2 text-sm">
          {rows.map(({ field, label, value }) => (
            <div key={field}>
              <dt className="text-quiet">{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {children && <div className="no-print mt-4 flex flex-wrap gap-3">{children}</div>}
    </>
  );
}

function stateInWords(permission: Permission, { isByPhone, isOver }: { isByPhone: boolean; isOver: boolean }) {
  const { state, how, decidedAt, hasArrived, wasSent, recipientName, recipientAnswer } = permission;
  const on = decidedAt ? dateAndTime(decidedAt) : "";
  const told = wasSent ? t`We’re telling ${recipientName} not to contact you.` : t`Nothing was sent.`;
  switch (state) {
    case "asked":
      return isOver ? t`You didn’t answer. Nothing was sent.` : t`We’re waiting for your answer.`;
    case "yes": {
      const unsent = isOver ? t`Nothing was sent.` : t`It hasn’t been sent yet.`;
      const sent = hasArrived ? t`${recipientName} has it.` : wasSent ? t`${recipientName} may have it.` : unsent;
      const said = [sent, ...(recipientAnswer ? [answerInWords(recipientAnswer)] : [])];
      if (how !== "phone") return [t`You said yes on ${on}.`, ...said].join(" ");
      const noted = t`Our team noted that you said yes over the phone on ${on}.`;
      return [noted, ...said, t`If that wasn’t you, take it back here.`].join(" ");
    }
    case "no":
      if (how !== "phone") return t`You said no on ${on}. Nothing was sent.`;
      return [
        t`Our team noted that you said no over the phone on ${on}. Nothing was sent.`,
        ...(isByPhone ? [] : [t`If that wasn’t you, you can say yes here.`]),
      ].join(" ");
    case "withdrawn": {
      const ended =
        how === "stop"
          ? t`This ended when you asked us to stop contacting you, on ${on}.`
          : how === "phone"
            ? t`Our team noted that you took back your yes over the phone on ${on}.`
            : t`You took back your yes on ${on}.`;
      return [ended, told].join(" ");
    }
  }
}

function answerInWords(answer: RecipientAnswer) {
  switch (answer) {
    case "contacted":
      return t`They told us that they have been in touch with you.`;
    case "notReached":
      return t`They told us that they couldn’t reach you.`;
    case "noAnswer":
      return t`We haven’t heard from them yet.`;
    case "appointment":
      return t`They told us that you have an appointment.`;
    case "needsMore":
      return t`They need more from you. We’ll tell you what.`;
    case "approved":
      return t`They told us that they approved it. You get the terms from them.`;
    case "declined":
      return t`They told us that they declined it. You can ask them why.`;
    case "sold":
      return t`They told us that you bought a car from them.`;
  }
}
