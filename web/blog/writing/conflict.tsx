import type { Ref } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { BlogPost } from "../../../db/model/blog/blog-post.ts";
import { dateAndTime } from "../../../db/model/time/time-in-words.ts";
import { Button } from "../../ui/button.tsx";
import { control } from "../../ui/form/field.tsx";
import { POST_FIELDS, type TypedPost, typedOf, whole } from "./typed-post.ts";

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
  /** True once the author merges by hand. Then only the other version is shown, so that they can copy from it. */
  isMerging: boolean;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
  onMerge: () => void;
  ref: Ref<HTMLElement>;
}

/** For a post that somebody else has saved meanwhile: the differences, and what to do about them. */
export function Conflict({ theirs, isMerging, onKeepMine, onTakeTheirs, onMerge, ref }: Props) {
  const form = useFormContext<TypedPost>();
  const mine = whole(useWatch({ control: form.control }));
  const saved = typedOf(theirs);
  const different = POST_FIELDS.filter((field) => saved[field] !== mine[field]);
  return (
    <section
      ref={ref}
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
          <Button onClick={onKeepMine}>Keep mine</Button>
          <Button look="outline" onClick={onTakeTheirs}>
            Use theirs
          </Button>
          <Button look="outline" onClick={onMerge}>
            Merge by hand
          </Button>
        </div>
      )}
      {different.length === 0 && <p className="mt-2">Both versions say the same.</p>}
      {different.map((field) => (
        <div key={field} className="mt-5">
          <h3 className="text-base">{labels[field]}</h3>
          <div className={`mt-1 grid gap-3 ${isMerging ? "" : "sm:grid-cols-2"}`}>
            <Version label="Theirs" field={field} value={saved[field]} />
            {!isMerging && <Version label="Mine" field={field} value={mine[field]} />}
          </div>
        </div>
      ))}
    </section>
  );
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
