/** Waits for the end of a press: a remark that appears during one would push the button from under the pointer. */
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
