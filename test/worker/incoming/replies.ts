/** Replies to our letters as mail programs write them, and what their senders said in them. Addresses and names are made up. */

interface Reply {
  program: string;
  raw: string | Uint8Array<ArrayBuffer>;
  says: string;
}

const US = "Bluebonnet Auto PreQual";
const LETTER = [
  "Hello Ana,",
  "",
  "Are you still in Austin? Please send us your pay stub.",
  "",
  "See your application:",
  "https://example.com/results",
  "",
  "dana",
  "",
  US,
];

/** A mail of these headers and this body, with the line ends of the wire. */
export function eml(headers: string, body: string) {
  return `From: Ana Ruiz <ana@example.com>\nTo: reply@example.com\nSubject: Re: A word\nMIME-Version: 1.0\n${headers}\n\n${body}`.replace(
    /\n/g,
    "\r\n",
  );
}

const plain = (body: string, how = "") => eml(`Content-Type: text/plain; charset="UTF-8"${how}`, body);
const quoted = LETTER.map((line) => `> ${line}`.trim()).join("\n");
const html = (body: string) => eml('Content-Type: text/html; charset="UTF-8"', body);

function alternative(text: string, page: string, mark = "000000000000a1b2c3") {
  const part = (type: string, body: string) =>
    `--${mark}\nContent-Type: ${type}; charset="UTF-8"\nContent-Transfer-Encoding: quoted-printable\n\n${body}\n`;
  return eml(
    `Content-Type: multipart/alternative; boundary="${mark}"`,
    `${part("text/plain", text)}\n${part("text/html", page)}\n--${mark}--`,
  );
}

function base64(text: string) {
  const bytes = String.fromCharCode(...new TextEncoder().encode(text));
  return btoa(bytes).replace(/.{76}/g, "$&\n");
}

function windows1252(text: string) {
  return new Uint8Array([...text].map((character) => character.charCodeAt(0)));
}

const SAYS = "Yes, I am still in Austin.\n\nWhen can you call me?";
const DICE = "Sí, sigo en Austin.\n\n¿Cuándo me llaman?";

export const replies: Reply[] = [
  {
    program: "Gmail",
    says: SAYS,
    raw: alternative(
      `${SAYS}\n\nOn Mon, Nov 30, 2026 at 9:12 AM Bluebonnet Auto PreQual <\nno-reply@example.com> wrote:\n\n${quoted}`,
      '<div dir=3D"ltr">Yes</div><br><div class=3D"gmail_quote"><blockquote>Hello Ana</blockquote></div>',
    ),
  },
  {
    program: "Gmail on a phone, below a signature",
    says: "Ok thanks!",
    raw: plain(
      `Ok thanks!\n\n--\nAna Ruiz\n(512) 555-0123\n\nOn Mon, Nov 30, 2026, 9:12 AM ${US} <no-reply@example.com> wrote:\n\n${quoted}`,
    ),
  },
  {
    program: "Gmail in Spanish",
    says: DICE,
    raw: eml(
      'Content-Type: text/plain; charset="UTF-8"\nContent-Transfer-Encoding: base64',
      base64(
        `${DICE}\r\n\r\nEl lun, 30 nov 2026 a las 9:12, ${US} (<no-reply@example.com>)\r\nescribió:\r\n\r\n${quoted.replaceAll("\n", "\r\n")}`,
      ),
    ),
  },
  {
    program: "Outlook on a desktop",
    says: SAYS,
    raw: plain(
      `${SAYS}\n\nFrom: ${US} <no-reply@example.com>\nSent: Monday, November 30, 2026 9:12 AM\nTo: Ana Ruiz <ana@example.com>\nSubject: A word about your application\n\n${LETTER.join("\n")}`,
    ),
  },
  {
    program: "Outlook on the web",
    says: SAYS,
    raw: plain(
      `${SAYS}\n\n________________________________\nFrom: ${US} <no-reply@example.com>\nSent: Monday, November 30, 2026 9:12 AM\nTo: ana@example.com <ana@example.com>\nSubject: A word about your application\n\n${LETTER.join("\n")}`,
    ),
  },
  {
    program: "Outlook on a phone, HTML alone",
    says: SAYS,
    raw: html(
      `<html><head><style>p { margin: 0 }</style></head><body dir="ltr"><div>Yes, I am still in Austin.</div><div><br></div><div>When can you call me?</div><div id="ms-outlook-mobile-signature"><br>Get <a href="https://aka.ms/x">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><font><b>From:</b> ${US} &lt;no-reply@example.com&gt;<br><b>Sent:</b> Monday, November 30, 2026 9:12:00 AM<br><b>To:</b> ana@example.com &lt;ana@example.com&gt;<br><b>Subject:</b> A word</font></div><div>${LETTER.join("<br>")}</div></body></html>`,
    ),
  },
  {
    program: "an Outlook of 2003",
    says: SAYS,
    raw: plain(
      `${SAYS}\n\n-----Original Message-----\nFrom: ${US} [mailto:no-reply@example.com]\nSent: Monday, November 30, 2026 9:12 AM\nTo: Ana Ruiz\nSubject: A word\n\n${LETTER.join("\n")}`,
    ),
  },
  {
    program: "Outlook in Spanish, windows-1252",
    says: DICE,
    raw: windows1252(
      eml(
        'Content-Type: text/plain; charset="windows-1252"\nContent-Transfer-Encoding: 8bit',
        `${DICE}\n\nDe: ${US} <no-reply@example.com>\nEnviado el: lunes, 30 de noviembre de 2026 9:12\nPara: Ana Ruiz <ana@example.com>\nAsunto: Una pregunta\n\n${LETTER.join("\n")}`,
      ),
    ),
  },
  {
    program: "Outlook in Spanish, ISO-8859-1 as quoted-printable",
    says: DICE,
    raw: eml(
      'Content-Type: text/plain; charset="iso-8859-1"\nContent-Transfer-Encoding: quoted-printable',
      `S=ED, sigo en Austin.\n\n=BFCu=E1ndo me llaman?\n\n________________________________\nDe: ${US} <no-reply@example.com>\nEnviado: lunes, 30 de noviembre de 2026 9:12\nPara: ana@example.com <ana@example.com>\nAsunto: Una pregunta`,
    ),
  },
  {
    program: "Apple Mail on an iPhone",
    says: SAYS,
    raw: plain(
      `${SAYS}\n\nSent from my iPhone\n\n> On Nov 30, 2026, at 9:12 AM, ${US} <no-reply@example.com> wrote:\n> \n> ${quoted.replaceAll("\n", "\n> ")}`,
    ),
  },
  {
    program: "Apple Mail on a Mac",
    says: SAYS,
    raw: eml(
      "Content-Type: text/plain;\n\tcharset=utf-8\nContent-Transfer-Encoding: quoted-printable",
      `Yes, I am still in =\nAustin.\n\nWhen can you call me?\n\n> On Nov 30, 2026, at 9:12=E2=80=AFAM, ${US} <no-reply@example.com> =\nwrote:\n>=20\n> Hello Ana,`,
    ),
  },
  {
    program: "an iPhone in Spanish",
    says: DICE,
    raw: plain(
      `${DICE}\n\nEnviado desde mi iPhone\n\n> El 30 nov 2026, a la(s) 9:12 a. m., ${US} <no-reply@example.com> escribió:\n> \n${quoted}`,
    ),
  },
  {
    program: "Yahoo Mail",
    says: SAYS,
    raw: plain(
      ` ${SAYS.replace("\n\n", "\n\n ")}\n\n    On Monday, November 30, 2026 at 09:12:11 AM CST, ${US} <no-reply@example.com> wrote:  \n \n ${LETTER.join("\n ")}`,
    ),
  },
  {
    program: "Yahoo Mail on Android, HTML alone",
    says: SAYS,
    raw: html(
      `<div id="yiv1">Yes, I am still in Austin.<div><br></div><div>When can you call me?<br><br><div id="ymail_android_signature"><a href="https://mail.onelink.me/x">Sent from Yahoo Mail on Android</a></div> <br> <blockquote style="margin: 0 0 20px 0;"> <div>On Mon, Nov 30, 2026 at 9:12 AM, ${US}</div><div>&lt;no-reply@example.com&gt; wrote:</div> <div>${LETTER.join("<br>")}</div> </blockquote></div></div>`,
    ),
  },
  {
    program: "Thunderbird, format=flowed, answers between our lines",
    says: "Yes, I am still in Austin, and will be for the whole of the next year.\n\nI send it tonight.",
    raw: plain(
      `On 11/30/26 09:12, ${US} wrote:\n> Hello Ana,\n>\n> Are you still in Austin?\n\nYes, I am still in Austin, and will be for the whole \nof the next year.\n\n> Please send us your pay stub.\n\nI send it tonight.\n`,
      "; format=flowed",
    ),
  },
  {
    program: "a program in German",
    says: "Yes.",
    raw: plain(`Yes.\n\n${US} <no-reply@example.com> schrieb am Mo., 30. Nov. 2026, 9:12:\n\n${quoted}`),
  },
  {
    program: "a dealer's CRM",
    says: "Hi team,\n\nwe can do this one. Is she free on Tuesday?\n\nRay Garza\nInternet Sales Manager\nHill Country Motors",
    raw: alternative(
      `Hi team,\n\nwe can do this one. Is she free on Tuesday?\n\nRay Garza\nInternet Sales Manager\nHill Country Motors\n\n-----Original Message-----\nFrom: no-reply@example.com\nDate: 11/30/2026 9:12:00 AM\nTo: leads@dealer.example.com\nSubject: New lead (ADF)\n\n<?xml version=3D"1.0"?><adf></adf>`,
      "<p>Hi team,</p>",
      "----=_Part_77_1033.1764500000",
    ),
  },
  { program: "one that quotes nothing", says: "Call me at 5", raw: plain("Call me at 5\n") },
  {
    program: "one that forwards a lender's letter",
    says: "See below\n\n---------- Forwarded message ---------\nFrom: Pecan <new@lender.example.com>\nDate: Mon, Nov 30, 2026\n\nWe cannot help.",
    raw: plain(
      "See below\n\n---------- Forwarded message ---------\nFrom: Pecan <new@lender.example.com>\nDate: Mon, Nov 30, 2026\n\nWe cannot help.",
    ),
  },
  { program: "one whose words are all quoted", says: "> Yes", raw: plain("> Yes\n") },
];
