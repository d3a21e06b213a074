import { BANDS, placeOnBands } from "../../db/model/forecast/meaning.ts";
import type { Guidance, ReceivedApplication } from "../api.ts";
import { guidanceNote } from "../copy/claims/claims.ts";
import { Vehicle } from "../ui/vehicle.tsx";
import { bandWords, meaningWords } from "./forecast/meaning-words.ts";

/** The top of the page: we have it, what the forecast means, and its place on the road. */
export function Outlook({
  application: { fullName, scoresForecast },
  guidance,
}: {
  application: ReceivedApplication;
  guidance: Guidance | undefined;
}) {
  const meaning = guidance?.meaning;
  const [firstName] = fullName.split(/\s+/);
  return (
    <div className="grid grid-cols-1 items-center gap-x-12 gap-y-6 lg:grid-cols-[3fr_2fr] print:grid-cols-2">
      <div>
        <p className="font-semibold text-leaf">Thank you, {firstName}</p>
        <h1 className="mt-1 text-h2 outline-none">Application Received — We're On It</h1>
        {meaning && <p className="mt-4 max-w-text text-lead">{meaningWords(meaning, guidance.strengths)}</p>}
        {guidance?.contactStoppedAt && (
          <p className="mt-3 max-w-text">
            You asked us to stop contacting you, so we no longer call or email you about this application. It stays on
            record.
          </p>
        )}
        {guidance && (
          <p className="mt-4 text-quiet text-sm">
            Your reference number (say it when you call):{" "}
            <span className="whitespace-nowrap font-semibold text-base text-ink tabular-nums tracking-wide">
              {guidance.spokenReference}
            </span>
          </p>
        )}
      </div>
      {scoresForecast !== null && <Road score={scoresForecast} />}
    </div>
  );
}

const WIDTH = 360;
const GAP = 8;
const STRETCH = (WIDTH - 2 * GAP) / BANDS.length;
const PICKUP = 66;

/** The forecast as a road of three parts with a pickup. Drawn in the text's color, which visitors may choose. */
function Road({ score }: { score: number }) {
  const place = placeOnBands(score);
  const current = Math.min(Math.floor(place), BANDS.length - 1);
  const left = current * (STRETCH + GAP) + (place - current) * (STRETCH - PICKUP);
  return (
    <div className="rounded-card border border-line bg-card p-5 shadow-card">
      <h2 className="text-base">Where you stand today</h2>
      <div className="mt-3 text-bluebonnet">
        <svg viewBox={`0 0 ${WIDTH} 48`} aria-hidden="true" className="block w-full">
          {BANDS.map((band, index) => (
            <rect
              key={band}
              x={index * (STRETCH + GAP)}
              y="36"
              width={STRETCH}
              height="12"
              rx="6"
              fill="currentColor"
              fillOpacity={index === current ? 1 : 0.18}
            />
          ))}
          <Vehicle kind="pickup" at={[left, 37]} size={PICKUP / 120} color="currentColor" />
        </svg>
      </div>
      <ol className="mt-1.5 grid grid-cols-3 gap-2 text-center text-sm leading-tight max-sm:text-[0.8125rem]">
        {BANDS.map((band, index) => (
          <li
            key={band}
            aria-current={index === current || undefined}
            className={index === current ? "font-semibold" : "text-quiet"}
          >
            {bandWords[band]}
          </li>
        ))}
      </ol>
      <p className="mt-4 text-sm tabular-nums">AI Forecast Score: {score}/100</p>
      <p className="mt-1 text-quiet text-sm">
        {guidanceNote()} A person reviews every application, whatever the number, and lenders decide for themselves.
      </p>
    </div>
  );
}
