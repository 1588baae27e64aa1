/** Bars beside each other: of each label one or two values. */
export type Bars = { label: string; values: number[] }[];

const [WIDTH, HEIGHT, FOOT, TOP] = [720, 240, 34, 30];

/** A chart drawn on the server: one group of bars for each label, the second bar in each outlined. */
export function BarChart({ bars, words, unit }: { bars: Bars; words: string; unit: string }) {
  const most = Math.max(1, ...bars.flatMap(({ values }) => values));
  const step = WIDTH / Math.max(1, bars.length);
  const tall = HEIGHT - FOOT - TOP;
  const everyNth = Math.ceil(bars.length / 7);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
      <text x="0" y="22">
        {`${Math.round(most)} ${unit}`}
      </text>
      <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT} y2={HEIGHT - FOOT} />
      {bars.map(({ label, values }, at) => {
        const width = (step * 0.8) / values.length;
        return (
          <g key={label}>
            {values.map((value, nth) => {
              const height = (value / most) * tall;
              return (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the series have no name here, and never move
                  key={nth}
                  className={nth === 0 ? "bar-now" : "bar-before"}
                  x={(at * step + nth * width).toFixed(1)}
                  y={(HEIGHT - FOOT - height).toFixed(1)}
                  width={(width * 0.9).toFixed(1)}
                  height={height.toFixed(1)}
                />
              );
            })}
            {at % everyNth === 0 ? (
              <text x={(at * step).toFixed(1)} y={HEIGHT - 8}>
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** The same lying down, for names of places. */
export function LyingBars({ bars, words }: { bars: Bars; words: string }) {
  const most = Math.max(1, ...bars.flatMap(({ values }) => values));
  const row = 30;
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${bars.length * row + 4}`} role="img" aria-label={words}>
      {bars.map(({ label, values: [value = 0] }, at) => (
        <g key={label}>
          <text x="0" y={at * row + 20}>
            {label.slice(0, 28)}
          </text>
          <rect className="bar-now" x="260" y={at * row + 5} width={((value / most) * 380).toFixed(1)} height="20" />
          <text x={(268 + (value / most) * 380).toFixed(1)} y={at * row + 20}>
            {String(value)}
          </text>
        </g>
      ))}
    </svg>
  );
}
