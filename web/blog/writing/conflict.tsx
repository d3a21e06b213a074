import { useEffect, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { BlogPost } from "../../../db/model/blog/blog-post.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { Button } from "../../ui/button.tsx";
import { control } from "../../ui/form/field.tsx";
import { POST_FIELDS, type TypedPost, typedOf, whole } from "./typed-post.ts";
import type { KeptPost } from "./unsaved/unsaved-text.tsx";

const labels: Record<keyof TypedPost, string> = {
  title: "Title",
  slug: "Slug",
  heroImageUrl: "Hero Image URL",
  heroImageAlt: "Image description",
  tags: "Tags",
  language: "Language",
  translationOf: "Translation of",
  content: "Content",
  published: "Published",
  publishAt: "Publish later",
};

interface Props {
  theirs: BlogPost;
  kept: KeptPost;
  onKeepMine: () => void;
  onMerge: () => void;
  onSettled: () => void;
}

/** For a post that somebody else has saved meanwhile: the differences, and what to do about them. */
export function Conflict({ theirs, kept, onKeepMine, onMerge, onSettled }: Props) {
  const form = useFormContext<TypedPost>();
  /** By hand: only the other version is shown, to copy from. */
  const [isMerging, setMerging] = useState(false);
  const notice = useNotice(theirs);

  /** The next save replaces the version that somebody else has saved. */
  function saveOnTop() {
    kept.version.current = Date.parse(theirs.updatedAt);
  }
  function keepMine() {
    saveOnTop();
    onSettled();
    onKeepMine();
  }
  function takeTheirs() {
    saveOnTop();
    kept.take(typedOf(theirs));
    onSettled();
    form.setFocus("title");
  }
  function merge() {
    saveOnTop();
    setMerging(true);
    onMerge();
    form.setFocus("content");
  }

  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-labelledby="conflict"
      className="mt-6 rounded-card border-alert border-l-4 bg-alert-tint p-4 sm:p-6"
    >
      <h2 id="conflict" className="text-alert text-h3">
        Somebody else saved this post while you were editing it
      </h2>
      <p className="mt-2">
        {isMerging
          ? "Their version is below, to copy from. Saving replaces it with yours."
          : `Theirs was saved on ${dateAndTime(theirs.updatedAt)}. Nothing is lost: choose what to do.`}
      </p>
      {!isMerging && (
        <div className="mt-5 flex flex-wrap gap-3">
          <Button onClick={keepMine}>Keep mine</Button>
          <Button look="outline" onClick={takeTheirs}>
            Use theirs
          </Button>
          <Button look="outline" onClick={merge}>
            Merge by hand
          </Button>
        </div>
      )}
      <Differences theirs={typedOf(theirs)} isMerging={isMerging} />
    </section>
  );
}

/** A notice that is focused whenever this changes. */
function useNotice(shown: BlogPost) {
  const notice = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is shown anew when saving fails again
  useEffect(() => {
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView();
  }, [shown]);
  return notice;
}

function Differences({ theirs, isMerging }: { theirs: TypedPost; isMerging: boolean }) {
  const mine = whole(useWatch({ control: useFormContext<TypedPost>().control }));
  const different = POST_FIELDS.filter((field) => theirs[field] !== mine[field]);
  if (different.length === 0) return <p className="mt-2">Both versions say the same.</p>;
  return different.map((field) => (
    <div key={field} className="mt-5">
      <h3 className="text-base">{labels[field]}</h3>
      <div className={`mt-1 grid gap-3 ${isMerging ? "" : "sm:grid-cols-2"}`}>
        <Version label="Theirs" field={field} value={theirs[field]} />
        {!isMerging && <Version label="Mine" field={field} value={mine[field]} />}
      </div>
    </div>
  ));
}

/** A text box, so that people can scroll, select and copy by keyboard. */
function Version({ label, field, value }: { label: string; field: keyof TypedPost; value: string | boolean }) {
  return (
    <label className="grid min-w-0 content-start gap-1 text-sm">
      {label}
      <textarea
        readOnly
        aria-label={`${label}: ${labels[field]}`}
        rows={field === "content" ? 12 : 1}
        value={shown(value)}
        className={`${control} w-full`}
      />
    </label>
  );
}

function shown(value: string | boolean) {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return value || "(empty)";
}
