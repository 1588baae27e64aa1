import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { StepForm } from "../forms/step-form";
import { TextField } from "../forms/text-field";

type LoginForm = { state: FormState; next: string | undefined };

export function LoginForm({ state, next }: LoginForm) {
  return (
    <StepForm state={state} submit="Login" busyLabel="Logging in…" action={paths.loginWith({ tab: "login", next })}>
      <EmailField state={state} autoComplete="username" />
      <PasswordField state={state} />
    </StepForm>
  );
}

/** @param formKey makes a form that is sent twice one registration */
export function RegisterForm({ state, next, formKey }: LoginForm & { formKey: string }) {
  return (
    <StepForm
      state={state}
      submit="Register"
      busyLabel="Registering…"
      action={paths.loginWith({ tab: "register", next })}
      hidden={{ key: state.values.key || formKey }}
      capitalize
    >
      <TextField name="name" label="Full Name" state={state} autoComplete="name" />
      <TextField name="phone" label="Phone Number" type="tel" state={state} autoComplete="tel" inputMode="tel" />
      <EmailField state={state} autoComplete="username" />
      <TextField
        name="password"
        label="Password"
        type="password"
        state={state}
        hint="At least 6 characters. A few words that only you put together are easy to remember and hard to guess."
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </StepForm>
  );
}

export function ForgotForm({ state, next }: LoginForm) {
  return (
    <StepForm
      state={state}
      submit="Send reset link"
      busyLabel="Sending…"
      action={paths.loginWith({ tab: "forgot", next })}
    >
      <p>Type the email address of your account. We send you a link to choose a new password.</p>
      <EmailField state={state} autoComplete="username" last />
    </StepForm>
  );
}

/** A password to sign in with, which is the form's last field. */
export function PasswordField({ state, hint }: { state: FormState; hint?: string }) {
  return (
    <TextField
      name="password"
      label="Password"
      type="password"
      state={state}
      hint={hint}
      autoComplete="current-password"
      enterKeyHint="go"
    />
  );
}

/** The two fields for a new password. */
export function NewPasswordFields(props: { state: FormState; label?: string; hint?: string }) {
  const { state, label = "New password", hint = "At least 6 characters." } = props;
  return (
    <>
      <TextField name="password" label={label} type="password" state={state} hint={hint} autoComplete="new-password" />
      <TextField
        name="confirmPassword"
        label={`${label}, once more`}
        type="password"
        state={state}
        autoComplete="new-password"
        enterKeyHint="go"
      />
    </>
  );
}

export function EmailField(props: {
  state: FormState;
  autoComplete: "username" | "email";
  label?: string;
  /** The last field: the keyboard's Enter key sends the form. */
  last?: boolean;
}) {
  const { state, autoComplete, label = "Email", last } = props;
  return (
    <TextField
      name="email"
      label={label}
      type="email"
      state={state}
      autoComplete={autoComplete}
      inputMode="email"
      spellCheck={false}
      enterKeyHint={last ? "go" : "next"}
    />
  );
}

/** The current password, asked again. */
export function CurrentPasswordField({ state, last }: { state: FormState; last?: boolean }) {
  return (
    <TextField
      name="currentPassword"
      label="Current password"
      type="password"
      state={state}
      autoComplete="current-password"
      enterKeyHint={last ? "go" : "next"}
    />
  );
}

/** Tells password managers whose password is being changed. */
export function UsernameForManagers({ email }: { email: string }) {
  return <input type="email" name="username" value={email} autoComplete="username" readOnly hidden />;
}
