import { expect, test } from "vitest";
import { routeOf, routes } from "../../web/routes.tsx";
import { budget } from "../bench/budget.ts";

/** Small pages for people with a link from our mail, whose weight does not matter, like that of the desk's. */
const WITHOUT_BUDGET = /^\/(newsletter|unsubscribe|lead)$/;

test("every page has a budget", () => {
  const measured = Object.keys(budget).map((path) => routeOf(path).path);
  const pages = routes.map(({ path }) => path).filter((path) => !WITHOUT_BUDGET.test(path));
  expect(measured.toSorted()).toEqual(pages.toSorted());
});
