import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { useThisAddress } from "../shell/this-page";
import { Button, ButtonRow } from "./button";
import { ErrorSummary } from "./error-summary";
import { HiddenFields } from "./hidden-fields";

/**
 * A form of one wizard step, or of any page with one form: what is wrong on top, the fields, then the way on.
 * The server decides what is valid; browsers' own bubbles (in the phone's language, one at a time) stay away.
 */
export function StepForm(props: {
  state: FormState;
  submit: string;
  children: ReactNode;
  /** Where it posts; the page's own address if unset. */
  action?: string;
  hidden?: Record<string, string>;
  backHref?: string;
  /** Goes back by a button, which takes along what was typed. */
  backIntent?: boolean;
  /** What the button does can't be undone. */
  danger?: boolean;
  /** The button's words while the form is on its way. */
  busyLabel?: string;
  /** Where scripts run, the button waits until every required field is filled; `keep`: and who leaves by a link finds what they typed. */
  needsAll?: boolean | "keep";
  /** Where much stands above the form, the page says what is wrong itself, on top. */
  complainsElsewhere?: boolean;
  /** Stands on top, with buttons of its own: the Enter key still presses the form's. */
  early?: ReactNode;
  /** Its fieldsets stand side by side where there is room. */
  sideBySide?: boolean;
  /** Phones begin each word of its fields with a capital. */
  capitalize?: boolean;
  /** More buttons or links beside the first. */
  more?: ReactNode;
}) {
  const {
    state,
    submit,
    children,
    action,
    backHref,
    busyLabel,
    needsAll,
    complainsElsewhere,
    early,
    sideBySide,
    capitalize,
    more,
    backIntent,
    danger,
  } = props;
  // A form that had to wait for its turn says so when it is sent again.
  const { waited } = state.values;
  const carried = Object.entries({ ...props.hidden, waited }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return (
    <form
      method="post"
      action={useThisAddress(action)}
      noValidate
      className={sideBySide ? "form twin" : "form"}
      autoCapitalize={capitalize ? "words" : undefined}
      data-needs-all={needsAll || undefined}
    >
      {complainsElsewhere ? null : <ErrorSummary errors={state.errors} />}
      {early ? (
        <button type="submit" className="away" tabIndex={-1} aria-hidden="true" formNoValidate>
          {submit}
        </button>
      ) : null}
      {early}
      <HiddenFields fields={Object.fromEntries(carried)} />
      {children}
      <ButtonRow>
        <Button busyLabel={busyLabel} danger={danger}>
          {submit}
        </Button>
        {more}
        {backHref ? (
          <a className="button plain" href={backHref}>
            Back
          </a>
        ) : null}
        {backIntent ? (
          <Button plain name="intent" value="back" formNoValidate>
            Back
          </Button>
        ) : null}
      </ButtonRow>
    </form>
  );
}
