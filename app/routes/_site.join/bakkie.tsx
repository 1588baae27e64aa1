/** A loaded bakkie with a canopy. */
export function Bakkie() {
  return (
    <svg className="bakkie" viewBox="0 20 360 92" aria-hidden="true" focusable="false">
      <path className="load" d="M64 26h104q10 0 12 10l8 32H56V34q0-8 8-8z" />
      <path d="M180 36h38q9 0 15 8l18 24 40 6q13 2 13 15v5H40V74q0-6 6-6h142z" />
      <path className="dark" d="M194 46h20q6 0 10 6l12 16h-38z" />
      <path d="M74 38h24v18H74zM108 38h44v18h-44z" />
      <path fill="none" d="M188 68v26M8 46h30M20 62h18M2 78h28" />
      <circle className="dark" cx="90" cy="94" r="14" />
      <circle className="dark" cx="254" cy="94" r="14" />
      <circle cx="90" cy="94" r="4" />
      <circle cx="254" cy="94" r="4" />
      <path d="M0 110h360" />
    </svg>
  );
}
