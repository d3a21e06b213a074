import { expect, test } from "vitest";
import type { Guidance, SentFile } from "../../web/api.ts";
import { type Answers, refused } from "./answers.ts";
import { aResult, REF } from "./result.ts";
import { button, openPage, press, screen, textsOf, waitFor, write } from "./screen.tsx";

/** Papers on /results. Photos, and a network that goes away: test/journeys/results/papers.spec.ts. */

const AT = "2026-11-23T15:00:00.000Z";
const ok = { ok: true, success: true } as const;
const asked = { paper: "payStub", receivedAt: null, isAccepted: false, refusal: null, files: 1 } as const;
const stub: SentFile = { id: "f1", paper: "payStub", size: 9, type: "application/pdf" };

/** What the server answers to somebody whose papers open with a code, and close when `isOpen` says so. */
function papers(
  files: { isOpen: boolean; sent: SentFile[] },
  askedPapers: Guidance["askedPapers"] = [asked],
  now: Guidance["progress"]["now"] = { code: "papers", since: AT },
): Answers {
  const closed = () => refused(401, "Please enter the code from our email first");
  return {
    ...aResult({ now, guidance: { askedPapers } }),
    "GET /api/applications/:ref/papers": () => ({ files: files.isOpen ? files.sent : null }),
    "POST /api/applications/:ref/papers": { ...ok, sentTo: "maria@example.com" },
    "POST /api/applications/:ref/papers/confirm": () => {
      files.isOpen = true;
      return ok;
    },
    "PUT /api/applications/:ref/papers/:paper/file": () => {
      if (!files.isOpen) return closed();
      files.sent = [stub];
      return ok;
    },
    "DELETE /api/applications/:ref/papers/files/:id": () => {
      files.sent = [];
      return ok;
    },
  };
}

async function enterCode() {
  await press("Email me a code");
  await write(await screen.findByLabelText(/Code from our email/), "123456");
  await press("Open my documents");
}

async function choose(...files: File[]) {
  const input = await waitFor(() => document.querySelector("#papers-to-send input[type=file]") as HTMLInputElement);
  Object.defineProperty(input, "files", { value: files, configurable: true });
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

const aPdf = () => new File(["%PDF-1.7 %%EOF"], "stub.pdf", { type: "application/pdf" });
const says = (words: string) => waitFor(() => expect(screen.getByRole("main").textContent).toContain(words));

test("a file waits for a new code and goes on by itself", async () => {
  const files = { isOpen: false, sent: [] as SentFile[] };
  const { asked: calls } = await openPage(`/results?ref=${REF}`, papers(files));
  await enterCode();
  await screen.findByRole("button", { name: "Pay stub: add photos or files" });
  files.isOpen = false;
  await choose(aPdf());
  await enterCode();
  await screen.findByRole("link", { name: "Pay stub 1" });
  await waitFor(() => expect(textsOf(screen.getAllByRole("status"))).toContain("Pay stub 1 of 1 received"));
  expect(calls.filter(({ name }) => name.startsWith("PUT"))).toHaveLength(2);
});

test("a file that a lost connection stopped can be sent again", async () => {
  const files = { isOpen: true, sent: [] as SentFile[] };
  let sent = 0;
  await openPage(`/results?ref=${REF}`, {
    ...papers(files),
    "PUT /api/applications/:ref/papers/:paper/file": () => {
      if (++sent < 3) throw new TypeError("the network is gone");
      files.sent = [stub];
      return refused(409, "You’ve already sent this file.");
    },
  });
  await screen.findByRole("button", { name: "Pay stub: add photos or files" });
  await choose(aPdf());
  await says("That didn’t reach us. Please try again.");
  await press("Try again");
  await waitFor(() => expect(sent).toBe(2));
  await says("That didn’t reach us. Please try again.");
  dispatchEvent(new Event("online"));
  await screen.findByRole("link", { name: "Pay stub 1" });
  expect(button("Try again")).toBeNull();
  await choose(aPdf());
  await says("You’ve already sent this file.");
});

test("what has to come again is said with the reason", async () => {
  const again = { ...asked, refusal: "Please photograph all four corners" };
  const checked = { ...asked, paper: "residence", receivedAt: AT, isAccepted: true } as const;
  const sent = [stub, { ...stub, id: "f2", paper: "residence" } as const];
  await openPage(`/results?ref=${REF}`, papers({ isOpen: true, sent }, [again, checked]));
  await screen.findByRole("link", { name: "Proof of address 1" });
  await says("Please send it again: Please photograph all four corners");
  await says("and checked");
  expect(button("Replace Pay stub 1")).not.toBeNull();
  expect(button("Replace Proof of address 1")).toBeNull();
  expect(button("Proof of address: add photos or files")).toBeNull();
  expect(button("Delete Proof of address 1")).not.toBeNull();
});

test("after a stop documents can be deleted, but none sent", async () => {
  const answers = papers({ isOpen: true, sent: [stub] }, [{ ...asked, receivedAt: AT }], {
    code: "stopped",
    since: AT,
  });
  const { asked: calls } = await openPage(`/results?ref=${REF}`, answers);
  await screen.findByText("Documents I sent");
  expect(document.querySelector("#papers-to-send")).toBeNull();
  const fold = document.querySelector("#sent-papers") as HTMLDetailsElement;
  fold.open = true;
  fold.dispatchEvent(new Event("toggle"));
  await press("Delete Pay stub 1");
  await waitFor(() => expect(button("Delete Pay stub 1")).toBeNull());
  expect(button(/add photos or files/)).toBeNull();
  expect(calls.some(({ name }) => name.startsWith("DELETE"))).toBe(true);
});
