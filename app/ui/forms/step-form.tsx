import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { catalogue } from "#app/language/language";
import { useThisAddress } from "../shell/this-page";
import { shown } from "../words";
import { Button, ButtonRow } from "./button";
import { ErrorSummary } from "./error-summary";
import { HiddenFields } from "./hidden-fields";

/**
 * A page's main form: errors on top, then the fields, then the buttons. The server validates; the browser's own
 * messages (in the phone's language, one at a time) are turned off.
 */
export function StepForm(props: {
  state: FormState;
  submit: string;
  children: ReactNode;
  /** Where it posts; the page's own address if unset. */
  action?: string;
  hidden?: Record<string, string>;
  backHref?: string;
  /** "Back" is a button, which keeps what was typed. */
  backIntent?: boolean;
  /** The button's action can't be undone. */
  danger?: boolean;
  /** The button's text while the form is being sent. */
  busyLabel?: string;
  /**
   * Where scripts run, the button waits until every required field is filled. `keep` also keeps what was typed if the
   * user leaves by a link.
   */
  needsAll?: boolean | "keep";
  /** The page shows the errors itself, because much stands above the form. */
  complainsElsewhere?: boolean;
  /** Shown on top, with its own buttons: the Enter key still presses the form's button. */
  early?: ReactNode;
  /** Its fieldsets are side by side where there is room. */
  sideBySide?: boolean;
  /** Phones capitalise each word in its fields. */
  capitalize?: boolean;
  /** More buttons or links beside the first. */
  more?: ReactNode;
}) {
  const { state, submit, early } = props;
  // A form that had to wait, or was asked about a place, says so when it is sent again.
  const { waited, askedPlaces } = state.values;
  const carried = Object.entries({ ...props.hidden, waited, askedPlaces }).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  );
  return (
    <form
      method="post"
      action={useThisAddress(props.action)}
      noValidate
      className={props.sideBySide ? "form twin" : "form"}
      autoCapitalize={props.capitalize ? "words" : undefined}
      data-needs-all={props.needsAll || undefined}
    >
      {props.complainsElsewhere || early ? null : <ErrorSummary errors={state.errors} />}
      {early ? (
        <button type="submit" className="away" tabIndex={-1} aria-hidden="true" formNoValidate>
          {submit}
        </button>
      ) : null}
      {early}
      <HiddenFields fields={Object.fromEntries(carried)} />
      {props.children}
      <ButtonRow>
        <Button busyLabel={props.busyLabel} danger={props.danger}>
          {submit}
        </Button>
        {props.more}
        {props.backHref ? (
          <a className="button plain" href={props.backHref}>
            {shown(catalogue().forms.back)}
          </a>
        ) : null}
        {props.backIntent ? (
          <Button plain name="intent" value="back" formNoValidate>
            {shown(catalogue().forms.back)}
          </Button>
        ) : null}
      </ButtonRow>
    </form>
  );
}
