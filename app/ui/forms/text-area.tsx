import { describedBy, Field } from "./field";
import { type FormState, fieldState } from "./form-state";

/** Several lines with a limit that is said beforehand; where scripts run, the hint counts down. */
export function TextArea(props: {
  name: string;
  label: string;
  state: FormState;
  limit: number;
  required?: boolean;
  rows?: number;
}) {
  const { name, label, state, limit, required = false, rows = 3 } = props;
  const { value, error } = fieldState(state, name);
  const hint = `Up to ${limit} characters`;
  return (
    <Field name={name} label={label} required={required} hint={hint} error={error}>
      <textarea
        id={name}
        name={name}
        rows={rows}
        maxLength={limit}
        data-counter={limit}
        defaultValue={value}
        required={required || undefined}
        aria-describedby={describedBy(name, hint, error)}
        aria-invalid={error ? true : undefined}
      />
    </Field>
  );
}
