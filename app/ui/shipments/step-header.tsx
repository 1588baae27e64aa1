/** Where somebody is in a wizard: "Step 1 of 3 Addresses". The stripes say the same to the eye. */
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
      <div className="stripes" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => index + 1).map((number) => (
          <i key={number} className={number <= step ? "done" : undefined} />
        ))}
      </div>
    </header>
  );
}
