import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { isImageAddress } from "../../../db/model/blog/blog-post.ts";
import type { ContentTree } from "../../../db/model/blog/markdown.ts";
import { tagsOf } from "../../../db/model/blog/post-card.ts";
import { Content } from "../content.tsx";
import { HeroImage } from "../post-parts.tsx";
import type { TypedPost } from "./typed-post.ts";

/** A pause in typing of this length renders the content again. */
const TYPING_PAUSE_MS = 150;

/** The post as readers will see it, while somebody writes it: beside the form on a wide screen, or alone. */
export function Preview({ isBeside }: { isBeside: boolean }) {
  const { control } = useFormContext<TypedPost>();
  const { title, heroImageUrl, heroImageAlt, tags, content, published } = useWatch({ control });
  const image = heroImageUrl?.trim() ?? "";
  return (
    <section
      aria-label="Preview"
      className={`min-w-0 rounded-card border border-line bg-card p-5 shadow-card sm:p-7 ${isBeside ? "max-lg:hidden lg:sticky lg:top-20 lg:self-start" : "mx-auto w-full max-w-3xl"}`}
    >
      <p className="flex flex-wrap items-center justify-between gap-2 text-quiet text-sm">
        Live preview
        <span
          className={`rounded-full px-3 py-0.5 font-semibold ${published ? "bg-leaf-tint text-leaf" : "bg-sand text-ink"}`}
        >
          {published ? "Published" : "Draft"}
        </span>
      </p>
      {isImageAddress(image) && (
        <div className="mt-4">
          <HeroImage key={image} place="post" src={image} alt={heroImageAlt ?? ""} isLazy={false} />
        </div>
      )}
      <h2 className="mt-4">{title?.trim() || "Your title"}</h2>
      <Chips tags={tags ?? ""} />
      <div className="mt-6">
        <RenderedContent content={content ?? ""} />
      </div>
    </section>
  );
}

function Chips({ tags }: { tags: string }) {
  const list = [...new Set(tagsOf(tags))];
  if (list.length === 0) return null;
  return (
    <ul aria-label="Tags" className="mt-3 flex flex-wrap gap-2">
      {list.map((tag) => (
        <li key={tag} className="rounded-full bg-tint px-3 text-bluebonnet text-sm">
          {tag}
        </li>
      ))}
    </ul>
  );
}

/** Renders content as for readers. Its code is loaded once there is something to render. */
function RenderedContent({ content }: { content: string }) {
  const [{ tree, problem }, setRendered] = useState<{ tree?: ContentTree; problem?: string }>({});
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    // Do not request code that failed to load at every keystroke.
    if (hasFailed) return;
    let isCurrent = true;
    const pause = setTimeout(async () => {
      try {
        const { tryRender } = await import("../../../db/model/blog/markdown.ts");
        if (isCurrent) setRendered(tryRender(content));
      } catch {
        setHasFailed(true);
      }
    }, TYPING_PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(pause);
    };
  }, [content, hasFailed]);
  if (content.trim() === "") return <p className="text-quiet">What you write appears here as readers will see it.</p>;
  if (hasFailed) return <p className="text-quiet">The preview couldn’t be loaded. What you typed is safe.</p>;
  if (problem) return <p className="text-quiet">{problem}</p>;
  return tree && <Content tree={tree} />;
}
