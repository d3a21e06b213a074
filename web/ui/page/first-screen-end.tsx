/** Marks the end of what a phone paints first (index.html): what comes after it may arrive later. A page without it is painted when it ends. */
export function FirstScreenEnd() {
  return <div id="first-screen" hidden />;
}
