import type { FormState } from "#app/domain/values/form-state";
import { TextField } from "../forms/text-field";

/**
 * Where a link is to be sent: an email or a phone.
 * @param textsWait until when no text leaves, such as `07:00`; null outside the quiet hours
 */
export function ContactField(props: { label: string; textsWait: string | null; state: FormState }) {
  const { label, textsWait, state } = props;
  return (
    <TextField
      name="contact"
      label={label}
      hint={textsWait ? `We send no text messages before ${textsWait}. An email comes at once.` : undefined}
      state={state}
      autoComplete="email"
      enterKeyHint="done"
    />
  );
}
