import type { FormState } from "#app/domain/values/form-state";
import { catalogue } from "#app/language/language";
import { TextField } from "../forms/text-field";
import { shown } from "../words";

/**
 * An email or a phone to send a link to.
 * @param props.textsWait until when no text message is sent, such as `07:00`; null outside quiet hours
 */
export function ContactField(props: { label: string; hint?: string; textsWait: string | null; state: FormState }) {
  const { label, hint, textsWait, state } = props;
  return (
    <TextField
      name="contact"
      label={label}
      hint={textsWait ? shown(catalogue().lost.textsWait(textsWait)) : hint}
      state={state}
      autoComplete="email"
      enterKeyHint="done"
    />
  );
}
