export interface CalendarEvent {
  /** A fixed id, so that a later file changes the same event. */
  uid: string;
  /** Larger in each later file about the event. */
  sequence: number;
  isCancelled: boolean;
  startsAt: Date;
  endsAt: Date;
  /** When the content of the file was made. */
  stampedAt: Date;
  summary: string;
  description: string;
  organizer: { name: string; email: string };
}

const MAX_OCTETS = 75;

/** An iCalendar file (RFC 5545) that adds, changes or cancels one event. METHOD is PUBLISH or CANCEL (RFC 5546). */
export function calendarFile(event: CalendarEvent) {
  const { uid, sequence, isCancelled, organizer } = event;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${text(organizer.name)}//Calls//EN`,
    `METHOD:${isCancelled ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:${text(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${time(event.stampedAt)}`,
    `DTSTART:${time(event.startsAt)}`,
    `DTEND:${time(event.endsAt)}`,
    `SUMMARY:${text(event.summary)}`,
    `DESCRIPTION:${text(event.description)}`,
    `ORGANIZER;CN="${organizer.name.replaceAll('"', "'")}":mailto:${organizer.email}`,
    `STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** UTC, such as 20261123T150000Z. */
function time(at: Date) {
  return at.toISOString().replace(/[-:]|\.\d+/g, "");
}

function text(value: string) {
  return value.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

/** Breaks lines after at most 75 octets, never inside a character. A line that goes on starts with a space. */
function folded(line: string) {
  let octets = 0;
  let result = "";
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (octets + size > MAX_OCTETS) {
      result += "\r\n ";
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}
