/** Stages in order, each with its name: done, here, to come. The stripes say the same to the eye. */
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
