import type { FormState } from "#app/domain/values/form-state";
import { TextField } from "../forms/text-field";

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
      hint={textsWait ? `We send no text messages before ${textsWait}. An email comes at once.` : hint}
      state={state}
      autoComplete="email"
      enterKeyHint="done"
    />
  );
}
