import { useLayoutEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { BlogPost, BlogPostForm } from "../../../../db/model/blog/blog-post.ts";
import { dateAndTime } from "../../../../db/model/time/time-in-words.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { blankPost, isSamePost, type TypedPost, typedOf, whole } from "../typed-post.ts";
import { forgetText, type KeptText, keepText, keptTexts, newEntry } from "./kept-text.ts";

/** Keeps unsaved text in this browser at every keystroke, and finds what earlier editors have kept. */
export function useKeptText(form: UseFormReturn<TypedPost, unknown, BlogPostForm>, post: BlogPost | undefined) {
  const [entry] = useState(() => newEntry(post?.id));
  const [offers, setOffers] = useState<KeptText[]>([]);
  const [isUnsaved, setIsUnsaved] = useState(false);
  const stored = useRef(post ? typedOf(post) : blankPost);
  const version = useRef(post ? Date.parse(post.updatedAt) : 0);
  const note = useRef((values: Partial<TypedPost>) => {
    const typed = whole(values);
    const isChanged = !isSamePost(typed, stored.current);
    setIsUnsaved(isChanged);
    if (isChanged) keepText(entry, typed, version.current);
    else forgetText(entry);
  });
  useLayoutEffect(() => {
    // Tells preview and hints what was typed before hydration.
    const typed = whole(form.getValues());
    form.reset(typed);
    note.current(typed);
    setOffers(keptTexts(post?.id).filter(({ key, typed }) => key !== entry && !isSamePost(typed, stored.current)));
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => note.current(values) });
  }, [form, post?.id, entry]);

  const [offer, ...others] = offers;
  function discard() {
    if (offer) forgetText(offer.key);
    setOffers(others);
  }
  return {
    /** `updatedAt` of the version that is being edited, in milliseconds. */
    version,
    isUnsaved,
    /** Unsaved text from earlier. */
    offer,
    discard,
    restore() {
      if (!offer) return;
      version.current = offer.version;
      form.reset(offer.typed);
      note.current(offer.typed);
      discard();
    },
    /** Starts again from what is stored now. */
    take(typed: TypedPost) {
      stored.current = typed;
      form.reset(typed);
      note.current(typed);
    },
    saved() {
      forgetText(entry);
    },
  };
}

export type KeptPost = ReturnType<typeof useKeptText>;

export function KeptTextOffer({ kept: { offer, restore, discard } }: { kept: KeptPost }) {
  if (!offer) return null;
  return (
    <Notice kind="info" role="status" className="mt-6">
      <h2 className="text-h3">We kept what you were writing</h2>
      <p className="mt-1">
        {offer.typed.title.trim() || "A post without a title"}, last typed on {dateAndTime(offer.keptAt)}. It is in this
        browser only.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={restore}>Restore</Button>
        <Button look="outline" onClick={discard}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}
