interface Policy {
  createScriptURL(url: string): string;
}

declare global {
  interface Window {
    trustedTypes?: { createPolicy(name: string, rules: Policy): Policy };
  }
}

/** The address of a script as browsers with Trusted Types want it, which our Content-Security-Policy asks for. */
export function trustedScript(address: string) {
  const policy = window.trustedTypes?.createPolicy("scripts", { createScriptURL: (url) => url });
  return policy?.createScriptURL(address) ?? address;
}
