import type { ReactNode } from "react";

/** Label, hint and error around one control. Most fields are required, so the optional ones are marked. */
export function Field(props: {
  name: string;
  label: string;
  required?: boolean;
  /** Shown after "optional": when the field helps. */
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

/** The error beside a field: the same words as in the summary, and not shown by colour alone. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="error" id={`${name}-error`}>
      <span className="away">Error: </span>
      {error}
    </p>
  );
}

/** What a screen reader reads after a control's name: its hint, then its error. */
export function describedBy(name: string, hint: unknown, error: string | undefined): string | undefined {
  const ids = [hint ? `${name}-hint` : "", error ? `${name}-error` : ""].filter(Boolean);
  return ids.length ? ids.join(" ") : undefined;
}
