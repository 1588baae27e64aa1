import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { describedBy, Field } from "./field";
import { fieldState } from "./field-state";

export type Choice = { value: string; text: string };

/** A select. The placeholder is an empty choice, so that nothing is chosen by accident. */
export function SelectField(props: {
  name: string;
  label: string;
  state: FormState;
  choices: readonly (Choice | string)[];
  placeholder?: string;
  required?: boolean;
  hint?: ReactNode;
  autoComplete?: string;
  defaultValue?: string;
  /**
   * Where scripts run, a long list of countries becomes a text field: how many results to ask for, and how long to wait
   * after a key.
   */
  search?: { limit: number; debounceMs: number };
}) {
  const { name, label, state, placeholder, required = true, hint, search } = props;
  const { error } = fieldState(state, name);
  return (
    <Field name={name} label={label} required={required} hint={hint} error={error}>
      <select
        id={name}
        name={name}
        autoComplete={props.autoComplete}
        defaultValue={state.values[name] ?? props.defaultValue ?? ""}
        required={required || undefined}
        {...describedBy(name, hint, error)}
        data-search={search && `${search.limit} ${search.debounceMs}`}
      >
        {placeholder === undefined ? null : <option value="">{placeholder}</option>}
        {props.choices.map((choice) =>
          typeof choice === "string" ? (
            <option key={choice}>{choice}</option>
          ) : (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ),
        )}
      </select>
    </Field>
  );
}
