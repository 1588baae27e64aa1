import type { FormState } from "#app/domain/values/form-state";
import { EmailField, PasswordField } from "../accounts/login-forms";
import { Button, ButtonRow } from "../forms/button";
import { StepForm } from "../forms/step-form";
import { TextField } from "../forms/text-field";

type SignInForm = { state: FormState; action: string; hidden: Record<string, string> };

export function PasswordForm({ state, action, hidden }: SignInForm) {
  return (
    <StepForm state={state} submit="Sign in" busyLabel="Signing in…" action={action} hidden={hidden}>
      <EmailField state={state} autoComplete="username" />
      <PasswordField state={state} />
      <p className="hint">Forgot it, or lost your phone? Ask a manager for a new link.</p>
    </StepForm>
  );
}

/** A code of the app, or a recovery code. */
export function CodeForm({ state, action, hidden, submit, hint }: SignInForm & { submit: string; hint: string }) {
  return (
    <StepForm state={state} submit={submit} busyLabel="Checking…" action={action} hidden={hidden}>
      <TextField
        name="code"
        label="Code"
        state={state}
        hint={hint}
        autoComplete="one-time-code"
        spellCheck={false}
        enterKeyHint="go"
      />
    </StepForm>
  );
}

/** A form that was sent when the session had ended, in its order, to be sent again. */
export function TypedBeforeForm(props: {
  to: string;
  formToken: string;
  fields: [name: string, value: string][];
  isMultipart: boolean;
}) {
  const { to, formToken, fields, isMultipart } = props;
  return (
    <form method="post" action={to} className="form" encType={isMultipart ? "multipart/form-data" : undefined}>
      {[["token", formToken] as const, ...fields].map(([name, value], at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is fixed, and a name may come twice
        <input key={`${at} ${name}`} type="hidden" name={name} value={value} />
      ))}
      <ButtonRow>
        <Button busyLabel="Sending…">Continue</Button>
        <a className="button plain" href={to}>
          Don't send it
        </a>
      </ButtonRow>
    </form>
  );
}
