import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { FieldError } from "./field";
import { fieldState } from "./field-state";

/** A checkbox. Posts `on`. */
export function Checkbox(props: {
  name: string;
  state: FormState;
  required?: boolean;
  /** What to do when it is left blank, shown beforehand. */
  hint?: string;
  children: ReactNode;
}) {
  const { name, state, required = false, hint, children } = props;
  const { value, error, errorId } = fieldState(state, name);
  return (
    <div className={error ? "field wrong" : "field"}>
      <FieldError name={name} error={error} />
      <label className="choice">
        <input
          type="checkbox"
          id={name}
          name={name}
          defaultChecked={value === "on"}
          required={required || undefined}
          aria-describedby={errorId ?? (hint ? `${name}-hint` : undefined)}
          aria-invalid={error ? true : undefined}
        />
        <span>{children}</span>
      </label>
      {hint && !error ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
