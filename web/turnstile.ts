import { TURNSTILE, TURNSTILE_TOKEN } from "../db/model/site/turnstile.ts";
import { language, t } from "../db/model/words.ts";
import { trustedScript } from "./trusted-script.ts";

const SCRIPT = `${TURNSTILE}/turnstile/v0/api.js?render=explicit`;

/** TURNSTILE_SITE_KEY of wrangler.toml, put in by the build, which leaves out what needs it where it is not set. */
export const turnstileKey: string = import.meta.env?.VITE_TURNSTILE_SITE_KEY ?? "";

interface Turnstile {
  render(box: HTMLElement, options: Record<string, unknown>): void;
  remove(box: HTMLElement): void;
}

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

/** The header that tells the Worker that a person sends this; none if Cloudflare gives no token, and the Worker decides. */
export async function tokenHeader(): Promise<Record<string, string>> {
  const token = await askForToken().catch(() => undefined);
  return token ? { [TURNSTILE_TOKEN]: token } : {};
}

/** Most people see nothing of it. Whoever has to press something does so in a dialog. */
async function askForToken() {
  window.turnstile ?? (await loadScript());
  const box = document.createElement("dialog");
  box.setAttribute("aria-label", t`Please show that you are a person`);
  box.style.cssText = "border: 0; padding: 0; margin: auto";
  // What is not laid out gets no token.
  box.open = true;
  document.body.append(box);
  try {
    return await new Promise<string | undefined>((resolve) => {
      const giveUp = () => resolve(undefined);
      box.onclose = giveUp;
      window.turnstile?.render(box, {
        sitekey: turnstileKey,
        appearance: "interaction-only",
        language: language(),
        retry: "never",
        callback: resolve,
        "before-interactive-callback": () => {
          box.open = false;
          box.showModal();
        },
        "error-callback": giveUp,
        "timeout-callback": giveUp,
        "unsupported-callback": giveUp,
      });
    });
  } finally {
    window.turnstile?.remove(box);
    box.remove();
  }
}

/** Cloudflare's script finds itself by its element. */
function loadScript() {
  const script = document.createElement("script");
  script.src = trustedScript(SCRIPT);
  return new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}
