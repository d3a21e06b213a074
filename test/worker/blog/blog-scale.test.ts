import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { readPage } from "../site/page.ts";

freshDatabase();

const FEW = 100;
const MANY = 2000;

/** Posts, oldest first. */
function store(from: number, to: number) {
  return env.DB.prepare(
    `with recursive numbers(n) as (values(cast(?1 as integer)) union all select n + 1 from numbers where n < ?2)
     insert into blog_posts (id, title, slug, content, tags, published, createdAt, updatedAt, searchText)
     select 'id-' || n, 'Guide ' || n, 'guide-' || n, 'text', 'car', 1, 1700000000000 + n * 1000, 1700000000000 + n * 1000,
       'guide ' || n || char(10) || 'car' || iif(n = 77, ' quokka 7', '')
     from numbers`,
  )
    .bind(from, to)
    .run();
}

async function rowsRead(path: string) {
  const counter = countingRows();
  const { status } = await readPage(path, {}, counter);
  expect([path, status]).toEqual([path, 200]);
  return counter.rowsRead;
}

async function readRedirect(path: string) {
  const counter = countingRows();
  expect((await readPage(path, {}, counter)).status).toBe(302);
  return counter.rowsRead;
}

test("two thousand posts cost a reader no more than a hundred", async () => {
  const readings = async (posts: number) => ({
    firstPage: await rowsRead("/blog"),
    newestFifty: await rowsRead("/api/blog"),
    middlePage: await rowsRead(`/api/blog?limit=12&cursor=en_${1_700_000_000_000 + posts * 500}_id-${posts / 2}`),
    lastPage: await rowsRead("/api/blog?limit=12&cursor=en_1700000013000_id-13"),
    feed: await rowsRead("/rss.xml"),
    inSpanish: await rowsRead("/es/blog"),
    middleInSpanish: await rowsRead(
      `/api/blog?language=es&limit=12&cursor=en_${1_700_000_000_000 + posts * 500}_id-${posts / 2}`,
    ),
    inOtherLanguage: await readRedirect("/es/blog/guide-50"),
    post: await rowsRead("/blog/guide-50"),
    postByApi: await rowsRead("/api/blog/guide-50"),
    commonLetters: await rowsRead("/blog?q=gu"),
  });
  await store(1, FEW);
  const few = await readings(FEW);
  await store(FEW + 1, MANY);
  const many = await readings(MANY);
  expect(many).toEqual(few);
  expect(many.firstPage).toBeLessThanOrEqual(13);
  expect(many.middlePage).toBeLessThanOrEqual(15);
  expect(many.post).toBeLessThanOrEqual(4);
  for (const q of ["QUOKKA", "zebra"]) expect(await rowsRead(`/blog?q=${q}`)).toBeLessThanOrEqual(MANY + 4);
});
