import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";
import type { PostCard } from "../../db/model/blog/post-card.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { longDate } from "../../db/model/time/time-in-words.ts";
import { language, t } from "../../db/model/words.ts";
import { readPosts } from "../api.ts";
import { Head } from "../head/head.tsx";
import { usePageData } from "../start/page-data.tsx";
import { Queries } from "../start/query.tsx";
import { Button, ButtonLink } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Field } from "../ui/form/field.tsx";
import { FirstScreenEnd } from "../ui/page/first-screen-end.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { AuthorsCorner } from "./authors-corner.tsx";
import { EditLink } from "./edit-link.tsx";
import { LinkIn } from "./link-in.tsx";
import { NewsletterBox } from "./newsletter-box.tsx";
import { HeroImage, TagLinks } from "./post-parts.tsx";

const POSTS_PER_PAGE = 12;
/** A pause in typing of this length starts a search. */
const TYPING_PAUSE_MS = 250;

const topics = () => [
  {
    title: t`Credit Challenges`,
    text: t`Rebuilding after a bankruptcy, a repossession or a hard year.`,
    tag: "credit",
  },
  { title: t`First-Time Buyers`, text: t`Your first loan, from the first question to the keys.`, tag: "first car" },
  { title: t`Income and Paperwork`, text: t`Proof of income, also when you work for yourself.`, tag: "income" },
  {
    title: t`Money Down and Trade-Ins`,
    text: t`Down payments, trade-ins and what you still owe.`,
    tag: "down payment",
  },
];

export default function BlogPage() {
  return (
    <Queries>
      <Head
        title="Blog"
        description="Plain answers for Texas car buyers: credit, income, down payments, trade-ins and what to bring."
      />
      <div className="mx-auto max-w-page px-4 py-10 sm:px-6 sm:py-14">
        <h1>Car buying in Texas, in plain words</h1>
        <p className="mt-4 max-w-text text-lead text-quiet">
          Short guides from our team, for every credit situation. Ready to see where you stand?{" "}
          <TextLink to="/apply">Start your application</TextLink>.
        </p>
        {language() === "es" && (
          <p className="mt-3 max-w-text text-quiet">
            Articles in Spanish come first. The others are in English, so please search for those in English. The rest
            of this website is here for you in Spanish.
          </p>
        )}
        <SearchBox />
        <FirstScreenEnd />
        <Posts />
        {language() === "en" && <AuthorsCorner />}
      </div>
      <section aria-labelledby="topics" className="bg-sand">
        <div className="mx-auto max-w-page px-4 py-14 sm:px-6">
          <h2 id="topics">Topics We Cover</h2>
          <ul className="mt-6 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {topics().map(({ title, text, tag }) => (
              <li key={title}>
                <h3>
                  <TextLink to={addressOfList(tag)}>{title}</TextLink>
                </h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <div className="mx-auto grid max-w-page grid-cols-1 gap-6 px-4 py-14 sm:px-6 lg:grid-cols-2 lg:items-start">
        <NewsletterBox />
        <Card className="grid gap-3">
          <h2 className="text-h3">Ready when you are</h2>
          <p>
            About three minutes, no credit pull, and a local specialist reviews it. Questions first? The FAQ has
            answers.
          </p>
          <div className="mt-2 flex flex-wrap gap-3">
            <ButtonLink to="/apply">Start Your Application</ButtonLink>
            <ButtonLink to="/faq" look="outline">
              Read the FAQ
            </ButtonLink>
          </div>
        </Card>
      </div>
    </Queries>
  );
}

/** The search is in the address, so it works without JavaScript, can be shared, and Back undoes it. */
function SearchBox() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  const q = params.get("q") ?? "";
  /** The search in the address, or in the next one while that renders: one step of history per search. */
  const searched = useRef(q);
  useEffect(() => {
    if (!input.current || q === searched.current) return;
    clearTimeout(pause.current);
    searched.current = q;
    input.current.value = q;
  }, [q]);

  const search = () => {
    clearTimeout(pause.current);
    const typed = input.current?.value ?? "";
    const last = searched.current;
    if (typed === last && !params.has("cursor")) return;
    searched.current = typed;
    // One step of history per search, not one per pause in typing.
    navigate(addressOfList(typed), { replace: last !== "" });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before React came
  useEffect(() => {
    if (input.current?.value !== q) search();
    return () => clearTimeout(pause.current);
  }, []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not yet in every browser we support
    <form
      role="search"
      action={addressOf("/blog")}
      className="mt-7 max-w-form"
      onSubmit={(event) => {
        event.preventDefault();
        search();
      }}
    >
      <Field id="search" label="Search posts by title or tag">
        {(box) => (
          <div className="flex gap-2">
            <input
              ref={input}
              name="q"
              type="search"
              defaultValue={q}
              autoComplete="off"
              onChange={() => {
                clearTimeout(pause.current);
                pause.current = setTimeout(search, TYPING_PAUSE_MS);
              }}
              {...box}
            />
            <Button type="submit" look="outline">
              <Search aria-hidden="true" className="size-5" />
              <span className="max-sm:sr-only">Search</span>
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}

/** The posts from the address's cursor on, or the newest. */
function Posts() {
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
  if (list.isLoadingError) return <NotLoaded onRetry={() => list.refetch()} />;
  const posts = list.data?.pages.flatMap((page) => page.posts) ?? [];
  if (posts.length === 0) return cursor ? <NoOlderPosts q={q} /> : <NoPosts q={q} />;
  return (
    <>
      <h2 className="sr-only">Posts</h2>
      {cursor && <ToNewest q={q} />}
      <ul className="mt-8 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {posts.map((post, index) => (
          <li key={post.id}>
            <PostCardView post={post} isFirst={index === 0} />
          </li>
        ))}
      </ul>
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
      {list.isFetchNextPageError && <Status>More posts couldn't be loaded. Please try again.</Status>}
    </>
  );
}

function PostCardView({ post, isFirst }: { post: PostCard; isFirst: boolean }) {
  return (
    <article className="relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-white shadow-card">
      {post.heroImageUrl && <HeroImage place="card" src={post.heroImageUrl} alt="" isLazy={!isFirst} />}
      <div className="flex grow flex-col gap-2 p-5">
        <p className="flex flex-wrap justify-between gap-x-4 text-quiet text-sm">
          <time dateTime={post.createdAt}>{longDate(post.createdAt)}</time>
          {post.language !== language() && <span>In English</span>}
        </p>
        <h3 lang={post.language}>
          <LinkIn
            of={post.language}
            to={paths.post(post.slug)}
            className="after:absolute after:inset-0 hover:underline"
          >
            {post.title}
          </LinkIn>
        </h3>
        <p lang={post.language} className="grow text-quiet">
          {post.excerpt}
        </p>
        <div className="relative">
          <TagLinks tags={post.tags} lang={post.language} />
          <EditLink id={post.id} title={post.title} />
        </div>
      </div>
    </article>
  );
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="mt-8">
      <Status>The posts couldn't be loaded. Please check your connection.</Status>
      <Button look="outline" className="mt-3" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

/** The address of the newest posts with this search. */
function addressOfList(q: string) {
  return q ? paths.search(q) : "/blog";
}

/** A page load, so that it starts at the top of the list. */
function ToNewest({ q }: { q: string }) {
  return (
    <a href={addressOf(addressOfList(q))} className="link mt-6 inline-flex min-h-11 items-center">
      Back to the newest posts
    </a>
  );
}

function NoOlderPosts({ q }: { q: string }) {
  return (
    <div className="mt-8">
      <Status>There are no older posts.</Status>
      <ToNewest q={q} />
    </div>
  );
}

function NoPosts({ q }: { q: string }) {
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
