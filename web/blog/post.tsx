import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useMatch } from "react-router-dom";
import { type RenderedPost, readingMinutes } from "../../db/model/blog/post-card.ts";
import { summaryOf } from "../../db/model/blog/summary.ts";
import { otherLanguage } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { readPost } from "../api.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../page-data.tsx";
import { Queries } from "../query.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Link } from "../ui/link.tsx";
import { FirstScreenEnd } from "../ui/page/first-screen-end.tsx";
import { Content } from "./content.tsx";
import { EditLink } from "./edit-link.tsx";
import { LinkIn } from "./link-in.tsx";
import { HeroImage, TagLinks } from "./post-parts.tsx";

export default function BlogPostPage() {
  return (
    <Queries>
      <PostBySlug />
    </Queries>
  );
}

function PostBySlug() {
  const slug = useMatch("/blog/:slug")?.params.slug ?? "";
  const { post: served } = usePageData();
  const isServed = served === null || served?.slug === slug;
  const query = useQuery({
    queryKey: ["post", slug],
    queryFn: () => readPost(slug),
    ...(isServed && { initialData: served }),
  });
  if (query.isPending) {
    return (
      <p role="status" className="mx-auto max-w-text px-4 py-12 text-lead text-quiet">
        Loading post...
      </p>
    );
  }
  return query.data ? <Post post={query.data} /> : <PostNotFound />;
}

function Post({ post }: { post: RenderedPost }) {
  return (
    <article className="mx-auto w-[calc(100%-2rem)] max-w-text py-4 sm:py-12">
      <Head title={post.title} description={summaryOf(post.tree)} image={post.heroImageUrl} kind="article" />
      {post.heroImageUrl && <HeroImage place="post" src={post.heroImageUrl} alt={post.heroImageAlt} isLazy={false} />}
      <div className="mt-3 flex justify-between gap-4">
        <BackToBlog />
        <div className="flex flex-wrap justify-end gap-x-6">
          {post.twin && (
            <LinkIn
              of={otherLanguage(post.language)}
              to={paths.post(post.twin)}
              lang={otherLanguage(post.language)}
              className="link no-print inline-flex min-h-11 items-center"
            >
              {post.language === "en" ? "Leer en español" : "Read in English"}
            </LinkIn>
          )}
          <EditLink id={post.id} title={post.title} />
        </div>
      </div>
      <h1 className="mt-2">{post.title}</h1>
      <p className="mt-3 flex gap-x-4 text-quiet">
        <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
        <span>{readingMinutes(post.content)} min read</span>
      </p>
      <div className="mt-3">
        <TagLinks tags={post.tags} lang={post.language} />
      </div>
      <FirstScreenEnd />
      <div className="mt-8">
        <Content tree={post.tree} />
      </div>
      <aside className="no-print on-deep mt-12 rounded-card p-6 sm:p-8">
        <h2 className="text-h3">See what financing could look like for you</h2>
        <p className="mt-2">About three minutes, no credit pull, every credit situation welcome.</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <ButtonLink to="/apply">Get Pre-Qualified Today</ButtonLink>
          <ButtonLink to="/contact" look="outline">
            Ask us a question
          </ButtonLink>
        </div>
      </aside>
      <nav aria-label="More to read" className="no-print mt-8 flex flex-wrap gap-x-8">
        <Link to="/blog" className="link inline-flex min-h-11 items-center">
          More posts
        </Link>
        <Link to="/faq" className="link inline-flex min-h-11 items-center">
          Frequently asked questions
        </Link>
      </nav>
    </article>
  );
}

function PostNotFound() {
  return (
    <div className="mx-auto max-w-page px-4 py-8 sm:px-6 sm:py-12">
      <Head title="Post Not Found" isMissing />
      <h1 className="text-h2">Post Not Found</h1>
      <p className="mt-3 max-w-text text-lead text-quiet">
        The blog post you're looking for doesn't exist or has been removed.
      </p>
      <ButtonLink to="/blog" className="mt-6">
        Back to Blog
      </ButtonLink>
    </div>
  );
}

function BackToBlog() {
  return (
    <Link to="/blog" className="link no-print inline-flex min-h-11 items-center gap-2">
      <ArrowLeft aria-hidden="true" className="size-4" /> Back to Blog
    </Link>
  );
}
