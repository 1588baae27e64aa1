import type { HTMLAttributes, ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { describedBy, Field } from "./field";
import { fieldState } from "./field-state";

/** One line of text. Never `type=number`: it scrolls values away, refuses spaces and hides what was typed. */
export function TextField(props: {
  name: string;
  label: string;
  state: FormState;
  type?: "email" | "tel" | "password";
  required?: boolean;
  optionalIf?: string;
  hint?: ReactNode;
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  /** What a phone's keyboard shows on its Enter key: on to the next field, unless this is a form's last. */
  enterKeyHint?: "next" | "go" | "done";
  autoCapitalize?: "words" | "characters";
  /** How wide the field is: as wide as what belongs in it. */
  width?: "short" | "full";
  /** What stands in the field before anything was typed. */
  defaultValue?: string;
  spellCheck?: boolean;
  pattern?: string;
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
        type={props.type}
        className={props.width === "short" ? "short" : undefined}
        inputMode={props.inputMode}
        autoCapitalize={props.autoCapitalize}
        spellCheck={props.spellCheck}
        pattern={props.pattern}
        data-places={props.places || undefined}
        data-least={least?.number}
        data-complaint={least?.complaint}
        autoComplete={props.autoComplete}
        enterKeyHint={props.enterKeyHint ?? "next"}
        required={required || undefined}
        aria-describedby={describedBy(name, hint, error)}
        aria-invalid={error ? true : undefined}
        defaultValue={state.values[name] ?? props.defaultValue ?? ""}
      />
    </Field>
  );
}
