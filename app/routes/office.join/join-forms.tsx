import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { NewPasswordFields } from "../../ui/accounts/login-forms";
import { StepForm } from "../../ui/forms/step-form";

export function NewPasswordForm({ state, children }: { state: FormState; children: ReactNode }) {
  return (
    <StepForm state={state} submit="Continue" busyLabel="Saving…">
      {children}
      <NewPasswordFields
        state={state}
        label="Password"
        hint="At least 12 characters. A few words that only you put together are easy to remember and hard to guess."
      />
    </StepForm>
  );
}

/** The key for an app that shows codes, as a picture and to type. */
export function ScanTheKey({ picture, keyToType, address }: { picture: string; keyToType: string; address: string }) {
  return (
    <>
      <p>Scan this picture with an app that shows codes, such as Google Authenticator, Aegis or 2FAS.</p>
      <p>
        <img className="key-picture" src={picture} alt="The key as a QR code" width="240" height="240" />
      </p>
      <p>
        Is this the phone with the app? <a href={address}>Open in the app on this phone</a>
      </p>
      <p>
        Or type the key in the app: <code>{keyToType}</code>
      </p>
      <p>Then type the code that the app shows.</p>
    </>
  );
}
