import type { HTMLAttributes, ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { describedBy, Field } from "./field";
import { fieldState } from "./field-state";

/**
 * One line of text. Never `type=number`: scrolling changes its value, it refuses spaces, and hides invalid text from
 * us.
 */
export function TextField(props: {
  name: string;
  label: string;
  state: FormState;
  type?: "email" | "tel" | "password";
  required?: boolean;
  optionalIf?: string;
  hint?: ReactNode;
  /** The id of a hint that several fields share. */
  sharedHint?: string;
  autoComplete?: string;
  inputMode?: HTMLAttributes<HTMLInputElement>["inputMode"];
  /** The label of the keyboard's Enter key: "next", unless this is the form's last field. */
  enterKeyHint?: "next" | "go" | "done";
  autoCapitalize?: "words" | "characters";
  /** The field's width, which suggests how much belongs in it. */
  width?: "short" | "full";
  /** The value before anything was typed. */
  defaultValue?: string;
  spellCheck?: boolean;
  pattern?: string;
  /** The smallest sensible number, and the message below it; where scripts run, it is shown while typing. */
  least?: { number: number; complaint: string };
  /** Accepts a postal code or a place name; where scripts run, names are suggested. */
  places?: boolean;
  /** The field whose error goes as well when this one is edited. */
  answers?: string;
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
        data-answers={props.answers}
        data-least={least?.number}
        data-complaint={least?.complaint}
        autoComplete={props.autoComplete}
        enterKeyHint={props.enterKeyHint ?? "next"}
        required={required || undefined}
        {...describedBy(name, hint, error, props.sharedHint)}
        defaultValue={state.values[name] ?? props.defaultValue ?? ""}
      />
    </Field>
  );
}
