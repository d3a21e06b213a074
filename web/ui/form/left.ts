import { useState } from "react";

/** What a box held when it was left, for remarks about it; '' again as soon as somebody types. */
export function useLeft() {
  const [left, setLeft] = useState("");
  return {
    left,
    setLeft,
    leaving: {
      onBlur: ({ target }: { target: { value: string } }) => afterPress(() => setLeft(target.value)),
      onChange: () => setLeft(""),
    },
  };
}

/** Waits for the end of a press: a remark that appears during one would push the button from under the pointer. */
function afterPress(then: () => void) {
  if (!document.querySelector(":active")) return then();
  // On touch, pointerup has passed before the box is left.
  addEventListener("mouseup", () => setTimeout(then), { once: true });
}
