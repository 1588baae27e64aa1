import type { ReactNode } from "react";
import type { StopView } from "#app/domain/rounds/stop-views.server";
import type { FormState } from "#app/domain/values/form-state";
import { Button } from "../forms/button";
import { ErrorSummary } from "../forms/error-summary";
import { HiddenFields } from "../forms/hidden-fields";

/** Reasons that drivers know; the office reads them as they stand here. */
const noPin = [
  "The text did not arrive",
  "The phone is off or lost",
  "The receiver has no phone",
  "Somebody else is there",
];
const nobody = ["The gate is closed", "Nobody answers the phone", "They asked for another day"];
const wrong = [
  "I can't find the place",
  "They don't want it",
  "The parcel is damaged",
  "A piece is missing",
  "It isn't safe here",
  "My vehicle broke down",
];

type Props = { stop: StopView; hidden: Record<string, string>; state: FormState };

/** The buttons of a stop. Each is a form of its own, so that what one needs is not in the way of another. */
export function StopForms(props: Props) {
  const { stop } = props;
  return (
    <>
      {stop.what === "collect" ? (
        <MarkForm {...props} kind="collected" button="Collected" />
      ) : (
        <MarkForm {...props} kind="delivered" button="Delivered" encType="multipart/form-data">
          <Text {...props} name="pin" label="The receiver's PIN" numeric />
          <p>No PIN? Write who took it, and why.</p>
          <Text {...props} name="takenBy" label="Who took it" />
          <Reasons {...props} form="delivered" label="Why there is no PIN" reasons={noPin} />
          <p>
            <label htmlFor="photo">Photo, if the signal is good</label>
            <input id="photo" name="photo" type="file" accept="image/jpeg,image/png" />
          </p>
        </MarkForm>
      )}
      <MarkForm {...props} kind="nobody_there" button="Nobody there" plain>
        <Reasons {...props} form="nobody_there" label="What you found" reasons={nobody} />
      </MarkForm>
      <MarkForm {...props} kind="something_wrong" button="Something is wrong" plain>
        <Reasons {...props} form="something_wrong" label="What is wrong" reasons={wrong} />
      </MarkForm>
    </>
  );
}

function MarkForm(
  props: Props & {
    kind: string;
    button: string;
    plain?: boolean;
    encType?: "multipart/form-data";
    children?: ReactNode;
  },
) {
  const { stop, hidden, state, kind, button, plain, encType, children } = props;
  const { left, of } = stop.pieces;
  const isMine = state.values.mark === kind;
  return (
    <form method="post" className="form" encType={encType} noValidate>
      {isMine ? <ErrorSummary errors={state.errors} /> : null}
      <HiddenFields fields={hidden} />
      {of === 1 ? (
        <HiddenFields fields={{ pieces: "1" }} />
      ) : (
        <p>
          <label htmlFor={`${kind}-pieces`}>How many pieces?</label>
          <input
            id={`${kind}-pieces`}
            className="short"
            name="pieces"
            inputMode="numeric"
            defaultValue={(isMine && state.values.pieces) || String(left)}
          />
        </p>
      )}
      {children}
      <Button plain={plain} name="mark" value={kind}>
        {button}
      </Button>
    </form>
  );
}

function Text(props: { name: string; label: string; state: FormState; numeric?: boolean }) {
  const { name, label, state, numeric } = props;
  const error = state.errors[name]?.[0];
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        className={numeric ? "short" : undefined}
        inputMode={numeric ? "numeric" : undefined}
        autoComplete="off"
        defaultValue={state.values[name]}
        aria-invalid={error ? true : undefined}
      />
    </p>
  );
}

function Reasons(props: { form: string; label: string; reasons: string[]; state: FormState }) {
  const { form, label, reasons, state } = props;
  const chosen = state.values.mark === form ? (state.values.reason ?? "") : "";
  const id = `${form}-reason`;
  const error = state.errors[id]?.[0];
  return (
    <p>
      <label htmlFor={id}>{label}</label>
      <select id={id} name="reason" defaultValue={chosen} aria-invalid={error ? true : undefined}>
        <option value="">Choose</option>
        {reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
    </p>
  );
}
