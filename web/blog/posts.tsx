import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { type PostCard, tagsOf } from "../../db/model/blog/post-card.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { language, t } from "../../db/model/words.ts";
import { readPosts } from "../api.ts";
import { usePageData } from "../page-data.tsx";
import { Button } from "../ui/button.tsx";
import { EditLink } from "./edit-link.tsx";
import { LinkIn } from "./link-in.tsx";
import { HeroImage } from "./post-parts.tsx";

const POSTS_PER_PAGE = 12;

/** The posts from the address's cursor on, or the newest. */
export function Posts() {
  const [params] = useSearchParams();
  const q = params.get("q") ?? "";
  const cursor = params.get("cursor") ?? "";
  const served = usePageData().posts;
  const isServed = served?.q === q && served.cursor === cursor;
  const list = useInfiniteQuery({
    queryKey: ["posts", q, cursor],
    queryFn: ({ pageParam }) => readPosts(q, pageParam, POSTS_PER_PAGE),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next,
    ...(isServed && { initialData: { pages: [served], pageParams: [cursor] } }),
  });
  if (list.isPending) return <Status>Loading posts...</Status>;
  if (list.isLoadingError) {
    return (
      <div className="mt-8">
        <Status>The posts couldn’t be loaded. Please check your connection.</Status>
        <Button look="outline" className="mt-3" onClick={() => list.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const posts = list.data?.pages.flatMap((page) => page.posts) ?? [];
  if (posts.length === 0) return <NoPosts q={q} isOlder={cursor !== ""} />;
  const inEnglish = language() === "es" ? posts.filter((post) => post.language === "en") : [];
  return (
    <>
      <h2 className="sr-only">Posts</h2>
      {cursor && <ToNewest q={q} />}
      <Cards posts={posts.filter((post) => post.language === language())} first={posts[0]} />
      {inEnglish.length > 0 && <h2 className="mt-10">In English</h2>}
      <Cards posts={inEnglish} first={posts[0]} />
      {list.hasNextPage && (
        // Without React, it opens a page of older posts.
        <form
          action={addressOf("/blog")}
          className="mt-8"
          onSubmit={(event) => {
            event.preventDefault();
            list.fetchNextPage();
          }}
        >
          {q && <input type="hidden" name="q" value={q} />}
          <input type="hidden" name="cursor" value={list.data?.pages.at(-1)?.next ?? ""} />
          <Button type="submit" look="outline" disabled={list.isFetchingNextPage}>
            Load more
          </Button>
        </form>
      )}
      {list.isFetchNextPageError && <Status>More posts couldn’t be loaded. Please try again.</Status>}
    </>
  );
}

function Cards({ posts, first }: { posts: PostCard[]; first: PostCard | undefined }) {
  if (posts.length === 0) return null;
  return (
    <ul className="posts mt-8 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
      {posts.map((post) => (
        <li key={post.id}>
          <PostCardView post={post} isFirst={post === first} />
        </li>
      ))}
    </ul>
  );
}

function PostCardView({ post, isFirst }: { post: PostCard; isFirst: boolean }) {
  return (
    <article className="wrap-anywhere relative h-full overflow-hidden rounded-card border border-line bg-card shadow-card [&>p~*]:mt-2 max-sm:grid max-sm:grid-flow-dense max-sm:grid-cols-[1fr_auto] max-sm:content-start max-sm:gap-x-4 max-sm:p-4 max-sm:[&>img]:col-start-2 max-sm:[&>img]:row-span-2 max-sm:[&>img]:size-20 sm:flex sm:flex-col sm:pb-5 sm:[&>:not(img)]:mx-5">
      {post.heroImageUrl && (
        <HeroImage place={isFirst ? "first" : "card"} src={post.heroImageUrl} alt="" isLazy={!isFirst} />
      )}
      <p className="flex flex-wrap justify-between gap-x-4 text-quiet text-sm sm:mt-5">
        <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
        <span>{post.minutes} min read</span>
      </p>
      <h3 lang={post.language}>
        <LinkIn of={post.language} to={paths.post(post.slug)} className="after:absolute after:inset-0 hover:underline">
          {post.title}
        </LinkIn>
      </h3>
      <p lang={post.language} className="col-span-2 grow text-quiet">
        {post.excerpt}
      </p>
      <p lang={post.language} className="col-span-2 text-quiet text-sm">
        {tagsOf(post.tags).join(" · ")}
      </p>
      <div className="relative col-span-2 empty:hidden">
        <EditLink id={post.id} title={post.title} />
      </div>
    </article>
  );
}

/** A page load, so that it starts at the top of the list. */
function ToNewest({ q }: { q: string }) {
  return (
    <a href={addressOf(paths.search(q))} className="link mt-6 inline-flex min-h-11 items-center">
      Back to the newest posts
    </a>
  );
}

function NoPosts({ q, isOlder }: { q: string; isOlder: boolean }) {
  if (isOlder) {
    return (
      <div className="mt-8">
        <Status>There are no older posts.</Status>
        <ToNewest q={q} />
      </div>
    );
  }
  return (
    <div className="mt-8">
      <h2 className="text-h3">No Posts Found</h2>
      <Status>
        {q ? t`No posts match "${q}". Try a different search term.` : t`No published posts available at this time.`}
      </Status>
    </div>
  );
}

function Status({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-2 text-quiet">
      {children}
    </p>
  );
}
