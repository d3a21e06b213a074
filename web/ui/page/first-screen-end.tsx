/** Marks the end of what a phone paints first (index.html). A page without it is painted once all of it is there. */
export function FirstScreenEnd() {
  return <div id="first-screen" hidden />;
}
