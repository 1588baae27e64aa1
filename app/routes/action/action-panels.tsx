import { choosesPassword, type LinkMode } from "#app/domain/accounts/link-modes";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { NewPasswordFields, PasswordField } from "../../ui/accounts/login-forms";
import { Button, ButtonLink, ButtonRow } from "../../ui/forms/button";
import { ErrorSummary } from "../../ui/forms/error-summary";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { StepForm } from "../../ui/forms/step-form";
import { Notice, ShortNotice } from "../../ui/notice";
import { useThisAddress } from "../../ui/shell/this-page";
import { actionWords } from "./action-words";

const whosePassword: Partial<Record<LinkMode, string>> = {
  verifyEmail: "The one that was chosen when somebody registered with this address.",
  verifyAndChangeEmail: "The one of the account that is to have this address.",
};

/**
 * The panel of a valid link: one button, or a form for a password. Where scripts run, the button presses itself.
 */
export function ReadyPanel(props: { mode: LinkMode; email: string; state: FormState; asksPassword: boolean }) {
  const { mode, email, state, asksPassword } = props;
  const words = actionWords[mode];
  const action = useThisAddress();
  if (choosesPassword(mode) || asksPassword) {
    const hint = `${whosePassword[mode]} If it wasn't you, close this page, and nothing will happen.`;
    return (
      <>
        <p>{words.ready(email)}</p>
        <StepForm state={state} submit="Continue" busyLabel={asksPassword ? "Working…" : "Saving…"}>
          {asksPassword ? <PasswordField state={state} hint={hint} /> : <NewPasswordFields state={state} />}
        </StepForm>
      </>
    );
  }
  return (
    // If that has just failed, the user presses it again in a minute.
    <form method="post" action={action} data-submit-now={isBlank(state) || undefined}>
      {/* Lynx sends a form without fields as a GET. */}
      <HiddenFields fields={{ intent: mode }} />
      <ErrorSummary errors={state.errors} />
      <p>{words.ready(email)}</p>
      <ButtonRow>
        <Button busyLabel="Working…">Continue</Button>
      </ButtonRow>
    </form>
  );
}

const isBlank = ({ errors }: FormState) => Object.keys(errors).length === 0;

export function DonePanel(props: { mode: LinkMode; email: string; onward: { href: string; isDashboard: boolean } }) {
  const { mode, email, onward } = props;
  return (
    <>
      <ShortNotice tone="good" words={actionWords[mode].done(email)} />
      <ButtonRow>
        <ButtonLink href={onward.href}>{onward.isDashboard ? "Go to dashboard" : "Continue"}</ButtonLink>
      </ButtonRow>
    </>
  );
}

export function RefusedPanel(props: { message: string; why?: string; mode?: LinkMode }) {
  const { message, why, mode } = props;
  const another =
    mode === "resetPassword" || mode === "recoverEmail"
      ? { href: paths.loginWith({ tab: "forgot" }), text: "Ask for a new password" }
      : mode === "verifyEmail"
        ? { href: paths.verify(), text: "Ask for a new email" }
        : null;
  return (
    <>
      <Notice tone="bad" title={message}>
        {why ? <p>{why}</p> : null}
      </Notice>
      <ButtonRow>
        <ButtonLink href={paths.dashboard}>Go to dashboard</ButtonLink>
        {another ? (
          <ButtonLink plain href={another.href}>
            {another.text}
          </ButtonLink>
        ) : null}
      </ButtonRow>
    </>
  );
}
