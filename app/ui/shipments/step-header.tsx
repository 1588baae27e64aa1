/** The same for guests and accounts. */
const stages = ["Addresses", "Parcel", "Review", "Pay"];

/** The position in a wizard: "Step 1 of 3 Addresses", and the names of all three and of the payment. */
export function StepHeader(props: { step: number; of: number; title: string }) {
  const { step, of, title } = props;
  return (
    <header className="step">
      <h1>
        <small>
          Step {step} of {of}
        </small>{" "}
        {title}
      </h1>
      <StageBar reached={step} />
    </header>
  );
}

/** After the steps: the payment. */
export function PayHeader({ title }: { title: string }) {
  return (
    <header className="step">
      <h1>{title}</h1>
      <StageBar reached={stages.length} />
    </header>
  );
}

/** The stages in order, each with its name and state: done, here, to come. The coloured bars show the same. */
function StageBar({ reached }: { reached: number }) {
  return (
    <ol className="stripes no-print">
      {stages.map((name, index) => (
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
