/** Stages in order, each with its name and state: done, here, to come. The coloured bars show the same. */
export function StageBar({ names, reached }: { names: readonly string[]; reached: number }) {
  return (
    <ol className="stripes">
      {names.map((name, index) => (
        <li
          key={name}
          className={index < reached ? "done" : undefined}
          aria-current={index === reached - 1 ? "step" : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
