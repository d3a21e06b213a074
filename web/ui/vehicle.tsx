const kinds = {
  pickup: {
    body: "M4 35V25q0-3 3-3h42V21l4-10q1-3 4-3h16q3 0 5 2l10 11 21 3q6 1 6 7v4q0 2-2 2H6q-2 0-2-2z",
    windows: "M57 12h8v9H53.5zM69 12h5l8 9H69z",
    wheels: [27, 91],
  },
  sedan: {
    body: "M5 35v-6q0-4 5-5l13-2 13-10q3-2 7-2h19q4 0 7 2l13 10 21 3q9 1 9 7v3q0 2-2 2H7q-2 0-2-2z",
    windows: "M42 14h10v8H32zM56 14h7l10 8H56z",
    wheels: [28, 90],
  },
  suv: {
    body: "M5 35V17q0-8 8-8h46q5 0 8 3l11 11 22 3q9 1 9 7v2q0 2-2 2H7q-2 0-2-2z",
    windows: "M12 13h17v9H11zM33 13h16v9H33zM53 13h6l9 9H53z",
    wheels: [28, 88],
  },
};

/** A vehicle seen from its side, 120 wide; `at` is where its wheels touch the ground, at its left end. */
export function Vehicle({
  kind,
  at,
  size = 1,
  color,
}: {
  kind: keyof typeof kinds;
  at: [number, number];
  size?: number;
  color: string;
}) {
  const { body, windows, wheels } = kinds[kind];
  return (
    <g transform={`translate(${at[0]} ${at[1] - 46 * size}) scale(${size})`}>
      <ellipse cx="60" cy="44" rx="62" ry="3.5" fill="var(--color-shade)" opacity=".3" />
      <path d={body} fill={color} />
      <path
        d="M4 31h112v4q0 2-2 2H6q-2 0-2-2zM17 33a10 10 0 0 1 20 0zM81 33a10 10 0 0 1 20 0z"
        fill="var(--color-shade)"
        opacity=".3"
      />
      <path d={windows} fill="var(--color-pane)" />
      <path d="M115 26h-6l-2 4h8z" fill="var(--color-sun)" />
      {wheels.map((x) => (
        <circle key={x} cx={x} cy="37" r="6.5" fill="var(--color-plank)" stroke="var(--color-shade)" strokeWidth="5" />
      ))}
    </g>
  );
}
