/** Bars beside each other: of each label one or two values; `written`: as a person writes the first. */
export type Bars = { label: string; values: number[]; written?: string }[];

const [WIDTH, HEIGHT, FOOT, TOP] = [360, 200, 24, 24];
/** Of a label below the bars. */
const LABEL_WIDTH = 48;

/** Thousands apart, as amounts are written: "3 239". */
const grouped = (value: number) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, "\u00A0");

/** A chart drawn on the server: one group of bars for each label, the second bar in each outlined. */
export function BarChart({ bars, words, unit }: { bars: Bars; words: string; unit: string }) {
  const most = Math.max(1, ...bars.flatMap(({ values }) => values));
  const step = WIDTH / Math.max(1, bars.length);
  const tall = HEIGHT - FOOT - TOP;
  const everyNth = Math.ceil(LABEL_WIDTH / step);
  const [last, end] = [bars.length - 1, (at: number) => (at + 0.9) * step];
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
      <text x="0" y="15">
        {`${grouped(most)} ${unit}`}
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
            {(last - at) % everyNth === 0 && end(at) >= LABEL_WIDTH ? (
              <text x={end(at).toFixed(1)} y={HEIGHT - 6} textAnchor="end">
                {label}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

const LONGEST_BAR = 300;
/** Of a character of an amount, at most. */
const CHARACTER_WIDTH = 8;

/** The same lying down, for names of places: each above its bar. */
export function LyingBars({ bars, words }: { bars: Bars; words: string }) {
  const most = Math.max(1, ...bars.flatMap(({ values }) => values));
  const row = 40;
  const writtenLength = Math.max(...bars.map(({ values: [value = 0], written = String(value) }) => written.length));
  const longest = Math.min(LONGEST_BAR, WIDTH - 8 - writtenLength * CHARACTER_WIDTH);
  return (
    <svg className="chart" viewBox={`0 0 ${WIDTH} ${bars.length * row + 4}`} role="img" aria-label={words}>
      {bars.map(({ label, values: [value = 0], written = String(value) }, at) => (
        <g key={label}>
          <text x="0" y={at * row + 14}>
            {label.slice(0, 40)}
          </text>
          <rect
            className="bar-now"
            x="1"
            y={at * row + 20}
            width={(1 + (value / most) * longest).toFixed(1)}
            height="14"
          />
          <text x={(8 + (value / most) * longest).toFixed(1)} y={at * row + 32}>
            {written}
          </text>
        </g>
      ))}
    </svg>
  );
}
