export function TextField({ field, value = "", error }) {
  const { name, label, type = "text", autocomplete, inputmode, hint, short, optional } = field;
  const describedBy = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={name}>
        {label}
        {optional ? <span className="soft"> (optional)</span> : null}
      </label>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className="error" id={`${name}-error`}>
          <span className="away">Error: </span>
          {error}
        </p>
      ) : null}
      <input
        id={name}
        name={name}
        type={type}
        autoComplete={autocomplete}
        inputMode={inputmode}
        defaultValue={value}
        className={short ? "short" : undefined}
        spellCheck={type === "email" ? false : undefined}
        required={!optional}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
}
