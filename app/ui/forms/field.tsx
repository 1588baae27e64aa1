import type { ReactNode } from "react";

/** Label, hint and complaint around one control. Optional is the exception, so optional is what we say. */
export function Field(props: {
  name: string;
  label: string;
  required?: boolean;
  /** Beside "optional": when it helps. */
  optionalIf?: string;
  hint?: ReactNode;
  error?: string;
  className?: string;
  children: ReactNode;
}) {
  const { name, label, required = true, optionalIf, hint, error, className = "field", children } = props;
  return (
    <div className={error ? `${className} wrong` : className}>
      <label htmlFor={name}>
        {label}
        {required ? null : <span className="soft"> ({["optional", optionalIf].filter(Boolean).join(", ")})</span>}
      </label>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? <FieldError name={name} error={error} /> : null}
      {children}
    </div>
  );
}

/** The complaint beside a field: the same words as in the summary, and not by colour alone. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="error" id={`${name}-error`}>
      <span className="away">Error: </span>
      {error}
    </p>
  );
}

/** What a screen reader should read after a control's name: its hint, then its complaint. */
export function describedBy(name: string, hint: unknown, error: string | undefined): string | undefined {
  const ids = [hint ? `${name}-hint` : "", error ? `${name}-error` : ""].filter(Boolean);
  return ids.length ? ids.join(" ") : undefined;
}
