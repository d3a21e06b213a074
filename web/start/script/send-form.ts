/** Sends a form behind a mail's link (web/ui/form/post-form.tsx). The page stays until the Worker's answer has come, so nothing typed is lost. */
let isSending = false;

addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  const unsent = form.querySelector<HTMLElement>("[data-unsent]");
  if (!unsent) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  unsent.hidden = true;
  const data = new FormData(form);
  const { name, value } = event.submitter as HTMLButtonElement;
  if (name) data.append(name, value);
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  // Trusted Types let nothing else here parse HTML.
  request.responseType = "document";
  request.onloadend = () => {
    isSending = false;
    const page: Document | null = request.response;
    const main = page?.querySelector("main");
    if (page && main && request.status < 500) show(page.title, main);
    else unsent.hidden = false;
  };
  request.send(data);
});

/** Like a page load: from its top, with focus on what is wrong. */
function show(title: string, main: HTMLElement) {
  document.title = title;
  document.querySelector("main")?.replaceWith(main);
  scrollTo(0, 0);
  (main.querySelector<HTMLElement>("[tabindex='-1']") ?? main).focus();
}
