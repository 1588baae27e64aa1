const stages = ["Addresses", "Parcel", "Review"];

export function StepHeader({ step, title }) {
  return (
    <header className="step">
      <h1>
        <small>
          Step {step} of {stages.length}
        </small>{" "}
        {title}
      </h1>
      <ol className="stripes">
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
