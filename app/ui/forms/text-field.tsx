import type { HTMLAttributes, ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { describedBy, Field } from "./field";
import { fieldState } from "./field-state";

/** One line of text. Never `type=number`: it scrolls values away, refuses spaces and hides what was typed. */
export function TextField(props: {
  name: string;
  label: string;
  state: FormState;
  type?: "text" | "email" | "tel" | "password";
  required?: boolean;
  optionalIf?: string;
  hint?: ReactNode;
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  /** How wide the field is: as wide as what belongs in it. */
  width?: "short" | "full";
  /** What stands in the field before anything was typed. */
  defaultValue?: string;
  spellCheck?: boolean;
  pattern?: string;
  /** Takes a postal code; where scripts run, the city goes into the field of this name. */
  cityIn?: string;
  /** The least number that makes sense, and what to say below it; where scripts run, it is said while typing. */
  least?: { number: number; complaint: string };
  /** Takes a postal code or the name of a place; where scripts run, names are suggested. */
  places?: boolean;
}) {
  const { name, label, state, required = true, hint, least } = props;
  const { error } = fieldState(state, name);
  return (
    <Field name={name} label={label} required={required} optionalIf={props.optionalIf} hint={hint} error={error}>
      <input
        id={name}
        name={name}
        type={props.type ?? "text"}
        autoComplete={props.autoComplete}
        inputMode={props.inputMode}
        spellCheck={props.spellCheck}
        pattern={props.pattern}
        data-city-in={props.cityIn}
        className={props.width === "short" ? "short" : undefined}
        defaultValue={state.values[name] ?? props.defaultValue ?? ""}
        data-places={props.places || undefined}
        data-least={least?.number}
        data-complaint={least?.complaint}
        required={required || undefined}
        aria-describedby={describedBy(name, hint, error)}
        aria-invalid={error ? true : undefined}
      />
    </Field>
  );
}
