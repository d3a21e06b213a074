/** Names that lead nowhere outside a firm or a machine (RFC 6761, 6762, 8375, and ICANN's .internal). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home\.arpa)$/;
/** A name of at least two parts. The last begins with a letter, so it is no number of a network address. */
const HOST_NAME = /^([a-z\d_-]+\.)+[a-z][a-z\d-]+$/;
const LONGEST = 500;

/** Whether leads to this address of the directory go to a firm's program, not by mail. */
export function isWebhook(leadAddress: string) {
  return leadAddress.startsWith("https://");
}

/** Whether a webhook may have this address: https on its own port, a name of the public internet, no password or fragment. */
export function isPublicWebhook(address: string) {
  if (address.length > LONGEST || !isWebhook(address) || !URL.canParse(address)) return false;
  const { hostname, port, username, password, hash } = new URL(address);
  const isPlain = port === "" && username === "" && password === "" && hash === "";
  return isPlain && HOST_NAME.test(hostname) && !PRIVATE_NAME.test(hostname);
}
