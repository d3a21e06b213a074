/** What became of something a member tried to do: it is done, or refused, or null, since there is nothing with that id. */
export type Attempt = "done" | Refused | null;

export interface Refused {
  /** Why not, in a sentence for the member. */
  refused: string;
}
