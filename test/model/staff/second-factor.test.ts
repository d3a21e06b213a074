import { expect, test } from "vitest";
import {
  factorsOf,
  isAppExhausted,
  isGuessing,
  isPasswordEnough,
  mayAddFactor,
  refusedRemoving,
} from "../../../db/model/staff/second-factor.ts";

const none = factorsOf({ passkeys: [], appSecret: null });
const some = [factorsOf({ passkeys: ["one"], appSecret: null }), factorsOf({ passkeys: [], appSecret: "secret" })];

test("a factor is added with a factor, or as the first one", () => {
  expect([mayAddFactor(none, false), mayAddFactor(none, true)]).toEqual([true, true]);
  for (const factors of some)
    expect([mayAddFactor(factors, false), mayAddFactor(factors, true)]).toEqual([false, true]);
});

test("a password is enough only where factors are optional and none exists", () => {
  expect([isPasswordEnough(none, true), isPasswordEnough(none, false)]).toEqual([true, false]);
  for (const factors of some)
    for (const isOptional of [true, false]) expect(isPasswordEnough(factors, isOptional)).toBe(false);
});

test("the last factor stays where one is required", () => {
  expect(refusedRemoving(none, false)).toMatch(/^This is your only second factor\./);
  expect(refusedRemoving(none, true)).toBeNull();
  for (const left of some) expect(refusedRemoving(left, false)).toBeNull();
});

test("guessing is told once, and no app code works after twenty", () => {
  const wrong = Array.from({ length: 30 }, (_, n) => n);
  expect(wrong.filter(isGuessing)).toHaveLength(1);
  expect(wrong.filter(isAppExhausted)).toEqual(wrong.slice(20));
});
