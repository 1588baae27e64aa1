import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { StepForm } from "../forms/step-form";
import { TextField } from "../forms/text-field";

export function NewPasswordForm({ state, children }: { state: FormState; children: ReactNode }) {
  return (
    <StepForm state={state} submit="Continue" busyLabel="Saving…">
      {children}
      <TextField
        name="password"
        label="Password"
        type="password"
        state={state}
        hint="At least 12 characters. A few words that only you put together are easy to keep and hard to guess."
        autoComplete="new-password"
      />
      <TextField
        name="confirmPassword"
        label="Password, once more"
        type="password"
        state={state}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </StepForm>
  );
}

/** The key for an app that shows codes, as a picture and to type. */
export function ScanTheKey({ picture, keyToType }: { picture: string; keyToType: string }) {
  return (
    <>
      <p>Scan this picture with an app that shows codes, such as Google Authenticator, Aegis or 2FAS.</p>
      <p>
        <img className="key-picture" src={picture} alt="The key as a QR code" width="240" height="240" />
      </p>
      <p>
        Or type the key in the app: <code>{keyToType}</code>
      </p>
      <p>Then type the code that the app shows.</p>
    </>
  );
}
