/** A stage as it is read: when and where, or what is to be expected. */
export type StageShown = { name: string; state: "done" | "here" | "to come"; words: string };

/** The way of a parcel from booking to delivery, in order. Said in words too: a text browser shows no line. */
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
