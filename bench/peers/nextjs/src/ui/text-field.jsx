export function TextField({ field, value = "", error }) {
  const { name, label, type, autocomplete, enterkeyhint = "next", autocapitalize, spellcheck } = field;
  const { hint, sharedHint, optional, optionalIf, pattern } = field;
  const describedBy = [sharedHint, hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(" ");
  return (
    <div className={error ? "field wrong" : "field"}>
      <label htmlFor={name}>
        {label}
        {optional ? <span className="soft"> ({["optional", optionalIf].filter(Boolean).join(", ")})</span> : null}
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
        enterKeyHint={enterkeyhint}
        autoCapitalize={autocapitalize}
        spellCheck={spellcheck}
        pattern={pattern}
        defaultValue={value}
        required={!optional}
        aria-describedby={describedBy || undefined}
        aria-invalid={error ? true : undefined}
      />
    </div>
  );
}
