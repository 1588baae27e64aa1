import type { FormState } from "#app/domain/values/form-state";
import { describedBy, Field } from "./field";
import { fieldState } from "./field-state";

/** Optional text of several lines, with its limit shown; where scripts run, the hint counts down. */
export function TextArea(props: { name: string; label: string; state: FormState; limit: number }) {
  const { name, label, state, limit } = props;
  const { value, error } = fieldState(state, name);
  const hint = `Up to ${limit} characters`;
  return (
    <Field name={name} label={label} required={false} hint={hint} error={error}>
      <textarea
        id={name}
        name={name}
        rows={3}
        maxLength={limit}
        data-counter={limit}
        defaultValue={value}
        {...describedBy(name, hint, error)}
      />
    </Field>
  );
}
