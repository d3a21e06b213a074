import { createContext, type ReactNode, useContext, useState } from "react";

/** How the last try to do something at the desk ended: with words when it was done, without when it was refused. */
interface Ended {
  words: string;
  at: number;
}

const AnnouncementContext = createContext<[Ended, (words: string) => number]>([{ words: "", at: 0 }, Date.now]);

/** How the last try ended, and a function that notes the end of the next one and returns its time. */
export function useAnnouncement() {
  return useContext(AnnouncementContext);
}

export function AnnouncementProvider({ children }: { children: ReactNode }) {
  const [last, setLast] = useState<Ended>({ words: "", at: 0 });
  function end(words: string) {
    const at = Date.now();
    setLast({ words, at });
    return at;
  }
  return <AnnouncementContext value={[last, end]}>{children}</AnnouncementContext>;
}

/** Politely tells screen readers what was done; on screen the result shows in its own place. */
export function Announcement() {
  const [{ words, at }] = useAnnouncement();
  return (
    <p role="status" className="sr-only">
      {/* A new element each time, so that a screen reader says the same words again. */}
      <span key={at}>{words}</span>
    </p>
  );
}
