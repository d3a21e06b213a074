import "./desk.css";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ComponentType, createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { type DeskAction, mayDo } from "../../db/model/staff/staff.ts";
import { readSession, type SessionState, signOut } from "../api.ts";
import { Head } from "../head/head.tsx";
import { Queries } from "../query.tsx";
import { SignInForm } from "../sign-in/sign-in.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Landscape } from "../ui/landscape.tsx";
import { Link, NavLink } from "../ui/link.tsx";
import { BluebonnetMark } from "../ui/logo.tsx";
import { Notice } from "../ui/notice.tsx";
import { Main } from "../ui/page/main.tsx";
import { useCounts, useDeskAction, useUnseen } from "./data.ts";
import { ACCOUNT, pageKeys } from "./keys.ts";
import { Announcement, AnnouncementProvider } from "./parts/announcement.tsx";
import { Menu } from "./parts/menu.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { roleLabels } from "./words.ts";

const MY_DAY = "/desk/my-day";
const QUEUE = "/desk/queue";
const MESSAGES = "/desk/messages";

type Member = NonNullable<SessionState["member"]>;

interface Place {
  to: string;
  label: string;
  action: DeskAction;
}

/** The menu. A part with several pages has a second line of its own; on phones all pages but the first are in one list. */
const parts: { label: string; pages: [Place, ...Place[]] }[] = [
  { label: "My day", pages: [{ to: MY_DAY, label: "My day", action: "readMyDay" }] },
  { label: "Queue", pages: [{ to: QUEUE, label: "Queue", action: "readQueue" }] },
  { label: "Messages", pages: [{ to: MESSAGES, label: "Messages", action: "readMessages" }] },
  { label: "Directory", pages: [{ to: "/desk/directory", label: "Directory", action: "readDirectory" }] },
  { label: "Figures", pages: [{ to: "/desk/dashboard", label: "Figures", action: "readDashboard" }] },
  {
    label: "Manage",
    pages: [
      { to: "/desk/manage", label: "Members", action: "manageMembers" },
      { to: "/desk/status", label: "Status", action: "readSiteHealth" },
      { to: "/desk/audit", label: "Audit log", action: "readAudit" },
      { to: "/desk/letters", label: "Letters", action: "readLetters" },
      { to: "/desk/import", label: "Import", action: "editDirectory" },
      { to: "/desk/stories", label: "Stories", action: "readStories" },
    ],
  },
];

/** So many parts stand in the header of a phone. */
const ON_PHONES = 3;

const MemberContext = createContext<Member | null>(null);

export function useMember() {
  return useContext(MemberContext);
}

/** Whether the member's role allows this. The page offers nothing else, and the server checks again. */
export function useMay(action: DeskAction) {
  const member = useMember();
  return member !== null && mayDo(member.role, action);
}

const TitleContext = createContext<(title: string | undefined) => void>(() => {});

/** Sets the page's title, once it is known. The page then shows it itself. */
export function useDeskTitle(title: string | undefined) {
  const rename = useContext(TitleContext);
  useLayoutEffect(() => rename(title), [rename, title]);
}

/** A page of the desk for those whose role allows this: its header, and a sign-in that keeps the page. */
export function deskPage(title: string, action: DeskAction, Content: ComponentType) {
  return function DeskPage() {
    return (
      <Queries>
        <AnnouncementProvider>
          <SignedIn usualTitle={title} action={action} Content={Content} />
        </AnnouncementProvider>
      </Queries>
    );
  };
}

function SignedIn({ usualTitle, action, Content }: { usualTitle: string; action: DeskAction; Content: ComponentType }) {
  const [ownTitle, rename] = useState<string>();
  const title = ownTitle ?? usualTitle;
  const session = useQuery({ queryKey: ["session"], queryFn: readSession, refetchOnMount: "always" });
  const queries = useQueryClient();
  // The page stays on screen during a new sign-in, so that nothing typed is lost.
  const last = useRef<Member>(null);
  const member = session.data?.member ?? null;
  if (member) last.current = member;
  const shown = member ?? last.current;
  const enter = () => void queries.invalidateQueries();
  const counts = useCounts(member !== null && mayDo(member.role, "countMyDay"));
  const unseen = useUnseen(counts?.newest);
  const counted = unseen > 0 ? `(${unseen} new) ` : counts?.due ? `(${counts.due}) ` : "";
  const isStranger = !shown && session.data !== undefined;

  return (
    <MemberContext value={shown}>
      <Head title={`${counted}${title} - Desk`} />
      <DeskHeader member={shown} counts={counts} />
      <Main>
        <div className={`wrap-anywhere mx-auto max-w-page px-4 pb-6 sm:px-6 sm:pb-8 ${ownTitle ? "pt-1" : "pt-4"}`}>
          <h1 className={ownTitle || isStranger ? "sr-only" : "text-h2 outline-none"}>
            {isStranger ? "Specialists' desk" : title}
          </h1>
          {!shown && session.isPending && <p className="mt-4">Loading the desk...</p>}
          {session.isError && <Waiting of={session} words="We could not find out who is signed in." />}
          {shown && !mayDo(shown.role, action) && (
            <Notice kind="alert" className="mt-6">
              Your role ({roleLabels[shown.role].toLowerCase()}) does not include this page. A manager can change it.
            </Notice>
          )}
          {shown && mayDo(shown.role, action) && (
            <TitleContext value={rename}>
              <div className={ownTitle ? "" : "mt-3"}>
                <Content />
              </div>
            </TitleContext>
          )}
          {shown && <Shortcuts />}
          <Announcement />
        </div>
        {isStranger && (
          <div className="-mt-8 flex min-h-[calc(100svh-3rem)] flex-col overflow-x-clip">
            <Card className="relative z-1 m-auto w-11/12 max-w-sm">
              <SignInForm title="Sign in to the desk" hint="For specialists and managers." onSignedIn={enter} />
            </Card>
            <Landscape className="-mt-24 h-80 object-[37%_100%]" />
          </div>
        )}
      </Main>
      {shown && session.data && !member && <SignInAgain onSignedIn={enter} />}
    </MemberContext>
  );
}

/** It stays until one has signed in: without, nothing here works. */
function SignInAgain({ onSignedIn }: { onSignedIn: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <Dialog ref={dialog} aria-labelledby="sign-in" onClose={() => dialog.current?.showModal()}>
      <SignInForm title="Please sign in again" onSignedIn={onSignedIn} />
    </Dialog>
  );
}

function DeskHeader({ member, counts }: { member: Member | null; counts: ReturnType<typeof useCounts> }) {
  const { pathname } = useLocation();
  const leave = useDeskAction(signOut, { onDone: () => location.assign(MY_DAY) });
  const counted: Record<string, [count: number | undefined, what: string]> = {
    [MY_DAY]: [counts?.due, "due"],
    [QUEUE]: [counts?.overdue, "overdue"],
    [MESSAGES]: [counts?.newMessages, "new"],
  };
  const shown = member ? parts.filter(({ pages: [first] }) => mayDo(member.role, first.action)) : [];
  const here = shown.find(({ pages }) => pages.some(({ to }) => to === pathname));
  const own = member && (
    <>
      <Link to={ACCOUNT} className="wrap-anywhere flex min-h-11 min-w-0 items-center px-1 underline">
        {member.username}
        <span className="max-lg:sr-only">&nbsp;({roleLabels[member.role].toLowerCase()})</span>
      </Link>
      <button type="button" className="min-h-11 shrink-0 px-1 text-left underline" onClick={() => leave.run()}>
        Sign out
      </button>
    </>
  );
  return (
    <>
      <header className="no-print on-deep">
        <div className="relative mx-auto flex max-w-page flex-wrap items-center gap-x-1 px-4 py-1 sm:px-6 md:gap-x-4">
          <Link
            to={MY_DAY}
            className={`flex min-h-11 items-center gap-2.5 font-semibold no-underline ${member ? "max-md:hidden" : ""}`}
          >
            <BluebonnetMark className="h-8 w-7 shrink-0" />{" "}
            <span className={member ? "sr-only" : ""}>Specialists' desk</span>
          </Link>
          {member && (
            <>
              <nav aria-label="Desk" className="min-w-0 flex-1">
                <ul className="flex flex-wrap gap-x-1 whitespace-nowrap max-md:text-sm lg:gap-x-2">
                  {shown.map((part, index) => {
                    const { to } = part.pages[0];
                    const [count = 0, what] = counted[to] ?? [];
                    return (
                      <li key={to} className={`flex items-center ${index < ON_PHONES ? "" : "max-md:hidden"}`}>
                        <Link
                          to={to}
                          data-key={pageKeys[to]}
                          aria-current={part !== here ? undefined : part.pages.length > 1 ? "true" : "page"}
                          className={`${tab} hover:bg-card/15`}
                        >
                          {part.label}
                        </Link>
                        {count > 0 && (
                          <span className="text-sm tabular-nums lg:pr-2">
                            ({count}
                            <span className="max-lg:sr-only"> {what}</span>)
                          </span>
                        )}
                      </li>
                    );
                  })}
                </ul>
              </nav>
              <p className="ml-auto flex min-w-0 items-center gap-x-3 text-sm max-md:hidden">{own}</p>
              <div className="md:hidden">
                <Menu label="Menu">
                  <nav aria-label="More of the desk" className="grid grid-cols-2 gap-x-4">
                    {shown.slice(ON_PHONES).flatMap(({ pages }) => pages.map(pageLink))}
                    {own}
                  </nav>
                </Menu>
              </div>
            </>
          )}
        </div>
      </header>
      {here && here.pages.length > 1 && (
        <nav aria-label={here.label} className="no-print border-line border-b max-md:hidden">
          <div className="mx-auto flex max-w-page flex-wrap gap-x-2 px-5 lg:px-4">{here.pages.map(pageLink)}</div>
        </nav>
      )}
    </>
  );
}

function pageLink({ to, label }: Place) {
  return (
    <NavLink key={to} to={to} className={`${tab} hover:bg-tint`}>
      {label}
    </NavLink>
  );
}

const tab = "flex min-h-11 items-center rounded-full px-1 underline-offset-8 aria-[current]:underline lg:px-2";

interface Read {
  error: Error | null;
  refetch: () => void;
}

/** A placeholder until the data are there, or if they fail. */
export function Waiting({ of: { error, refetch }, words = "We could not read this." }: { of: Read; words?: string }) {
  if (!error) return <p role="status">Loading...</p>;
  return (
    <Notice kind="alert" role="alert" className="mt-4">
      {words}{" "}
      <Button look="quiet" onClick={() => refetch()}>
        Try again
      </Button>
    </Notice>
  );
}

/** Why an action failed, in the server's words. */
export function Failure({ message }: { message: string | null }) {
  return (
    message && (
      <Notice kind="alert" role="alert" className="mt-3">
        {message}
      </Notice>
    )
  );
}
