/** Logs what went wrong, without personal data. */
export function logError(event: string, fields: Record<string, string | number> = {}) {
  console.error(JSON.stringify({ level: "error", event, ...fields }));
}
