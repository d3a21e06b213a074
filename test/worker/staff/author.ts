import { call, post } from "../calls/call.ts";

export interface SavedPost {
  id: string;
  title: string;
  slug: string;
  heroImageUrl: string | null;
  heroImageAlt: string | null;
  content: string;
  tags: string;
  language: "en" | "es";
  translationOf: string | null;
  published: boolean;
  createdAt: string;
  updatedAt: string;
}

/** Publishes a post as an author, with these changes to an ordinary one. */
export async function publish(cookie: string, changes: Record<string, unknown> = {}) {
  const form = { title: "Rebuilding credit", content: "Start small.", tags: "credit", published: true, ...changes };
  const response = await post("/api/blog", form, { cookie });
  if (response.status !== 201) throw new Error(await response.text());
  return response.json<SavedPost>();
}

/** Saves an edit based on this version of the post. */
export function edit(cookie: string, post: SavedPost, changes: Record<string, unknown>) {
  return call(`/api/blog/id/${post.id}`, {
    method: "PUT",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify({ ...post, updatedAt: Date.parse(post.updatedAt), ...changes }),
  });
}

/** Moves a post into the bin. */
export function erase(cookie: string, id: string) {
  return call(`/api/blog/id/${id}`, { method: "DELETE", headers: { cookie } });
}
