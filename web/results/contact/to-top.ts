/** Goes to the top, which says what a press further down has changed. */
export function toTop() {
  scrollTo(0, 0);
  document.getElementById("main")?.focus();
}
