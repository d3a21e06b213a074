/**
 * Calls back once nothing is being pressed. A remark that appears when a box is left pushes down what lies below: in the
 * middle of a press it would take the button away from under the pointer, and the press would be lost.
 */
export function afterPress(then: () => void) {
  if (!document.querySelector(":active")) return then();
  const released = new AbortController();
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(
      end,
      () => {
        released.abort();
        setTimeout(then);
      },
      { signal: released.signal },
    );
  }
}
