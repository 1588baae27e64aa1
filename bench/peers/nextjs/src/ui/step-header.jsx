const stages = ["Addresses", "Parcel", "Review", "Pay"];

export function StepHeader({ step, of, title }) {
  return (
    <header className="step">
      <h1>
        <small>
          Step {step} of {of}
        </small>{" "}
        {title}
      </h1>
      <ol className="stripes no-print">
        {stages.map((name, index) => (
          <li
            key={name}
            className={index < step ? "done" : undefined}
            aria-current={index === step - 1 ? "step" : undefined}
          >
            {name}
          </li>
        ))}
      </ol>
    </header>
  );
}
