/** A stage as text: when and where it was reached, or what to expect. */
export type StageShown = { name: string; state: "done" | "here" | "to come"; words: string };

/**
 * A parcel's stages from booking to delivery, in order. The state is also in words, because text browsers show no line.
 */
export function ParcelWay({ stages }: { stages: StageShown[] }) {
  return (
    <ol className="history">
      {stages.map(({ name, state, words }) => (
        <li
          key={name}
          className={state === "to come" ? undefined : "done"}
          aria-current={state === "here" ? "step" : undefined}
        >
          <b>{name}</b> {words}
        </li>
      ))}
    </ol>
  );
}
