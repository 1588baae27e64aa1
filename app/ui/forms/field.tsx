import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import { shown } from "../words";

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
  const { forms } = catalogue();
  return (
    <div className={error ? `${className} wrong` : className}>
      <label htmlFor={name}>
        {label}
        {required ? null : (
          <span className="soft"> ({shown(optionalIf ? forms.optionalIf(optionalIf) : forms.optional)})</span>
        )}
      </label>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError name={name} error={error} />
      {children}
    </div>
  );
}

/** The error beside a field: the same words as in the summary, and not shown by colour alone. */
export function FieldError({ name, error }: { name: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="error" id={`${name}-error`}>
      <span className="away">{shown(catalogue().forms.error)} </span>
      {error}
    </p>
  );
}

/**
 * A control's attributes for screen readers: what they read after its name, which is its hint, then its error, and
 * whether it is wrong.
 * @param sharedHint the id of a hint that several fields share
 */
export function describedBy(name: string, hint: unknown, error: string | undefined, sharedHint?: string) {
  const ids = [hint ? `${name}-hint` : "", error ? `${name}-error` : "", sharedHint].filter(Boolean);
  return { "aria-describedby": ids.join(" ") || undefined, "aria-invalid": error ? true : undefined };
}
