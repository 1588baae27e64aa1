import type { ReactNode } from "react";
import type { StopView } from "#app/domain/drivers/stop-views.server";
import type { FormState } from "#app/domain/values/form-state";
import { paths } from "#app/paths";
import { Button } from "../../ui/forms/button";
import { ErrorSummary } from "../../ui/forms/error-summary";
import { describedBy, Field } from "../../ui/forms/field";
import { fieldState } from "../../ui/forms/field-state";
import { HiddenFields } from "../../ui/forms/hidden-fields";
import { PhotoField } from "./photo-form";

/** `choices`: what a driver can report, by button. `isPinAsked`: a message can reach the receiver. */
type Props = {
  stop: StopView;
  choices: Record<"delivered" | "collected" | "nobody_there" | "something_wrong" | "left_out", string[]>;
  isPinAsked: boolean;
  /** Other parcels for the same gate, which one press marks as well. */
  also: { value: string; words: string }[];
  /** Names them, so that what joins the gate after this page isn't taken as left out. */
  beside: string;
  hidden: Record<string, string>;
  state: FormState;
};

/** The buttons of a stop, the most likely first. Each has a form on its own card, so that their fields don't mix. */
export function StopForms(props: Props) {
  const { stop, choices, isPinAsked } = props;
  return (
    <>
      {stop.visit === "collection" ? (
        <MarkForm {...props} kind="collected" heading="Collect here" button="Collected">
          {stop.pieces.left > 1 ? (
            <Reasons {...props} form="collected" label="If there are fewer: why" reasons={choices.collected} />
          ) : null}
        </MarkForm>
      ) : stop.visit === "return" ? (
        <MarkForm {...props} kind="returned" heading="Bring it back here" button="Returned to the sender" />
      ) : (
        <MarkForm {...props} kind="delivered" heading="Hand it over" button="Delivered" encType="multipart/form-data">
          {isPinAsked ? <Text {...props} name="pin" label="The receiver's PIN" numeric /> : null}
          {/* Who took it answers for a PIN that is missing. */}
          <fieldset className="group" data-answers="pin">
            <legend>{isPinAsked ? "No PIN?" : "No message could reach them: take name and reason"}</legend>
            <Text {...props} name="takenBy" label="Who took it" />
            <Reasons
              {...props}
              form="delivered"
              label="Why there is no PIN"
              reasons={choices.delivered}
              before={isPinAsked ? undefined : choices.delivered[0]}
            />
          </fieldset>
          <PhotoField error={fieldState(props.state, "photo").error} optionalIf="it is sent when there is a signal" />
        </MarkForm>
      )}
      <MarkForm {...props} kind="nobody_there" heading="Nobody there?" button="Nobody there" plain>
        <Reasons
          {...props}
          form="nobody_there"
          label="What you found"
          reasons={choices.nobody_there}
          before={choices.nobody_there.find((reason) => stop.foundBefore.startsWith(reason))}
        />
        <More form="nobody_there" label="When should we come again?" state={props.state} />
      </MarkForm>
      <MarkForm {...props} kind="something_wrong" heading="Another problem?" button="Something is wrong" plain>
        <Reasons {...props} form="something_wrong" label="What is wrong" reasons={choices.something_wrong} />
        <More form="something_wrong" label="The address as you found it, or anything else" state={props.state} />
      </MarkForm>
    </>
  );
}

function MarkForm(
  props: Props & {
    kind: string;
    heading: string;
    button: string;
    plain?: boolean;
    encType?: "multipart/form-data";
    children?: ReactNode;
  },
) {
  const { stop, hidden, state, kind, heading, button, plain, encType, children } = props;
  const { left, of } = stop.pieces;
  const isMine = state.values.mark === kind;
  const id = `${kind}-pieces`;
  return (
    <form
      id={kind}
      method="post"
      action={paths.driverStop(stop.waybillNo, stop.visit)}
      className={plain ? "form card" : "form card sign"}
      encType={encType}
      noValidate
    >
      <h2>{heading}</h2>
      {isMine ? <ErrorSummary errors={state.errors} /> : null}
      <HiddenFields fields={{ ...hidden, visit: stop.visit }} />
      {of === 1 ? (
        <HiddenFields fields={{ pieces: "1" }} />
      ) : (
        <Field name={id} label="How many pieces?" error={fieldState(state, id).error}>
          <input
            id={id}
            className="short"
            name="pieces"
            inputMode="numeric"
            enterKeyHint="next"
            defaultValue={(isMine && state.values.pieces) || String(left)}
          />
        </Field>
      )}
      {kind === "something_wrong" ? null : <AlsoHere {...props} isMine={isMine} />}
      {children}
      <Button plain={plain} name="mark" value={kind} busyLabel="Saving…">
        {button}
      </Button>
    </form>
  );
}

/** The other parcels of the gate, all ticked. Where one isn't, the form asks why. */
function AlsoHere(props: Props & { kind: string; isMine: boolean }) {
  const { also, beside, choices, state, kind, isMine, isPinAsked } = props;
  if (also.length === 0) return null;
  // What has joined the gate since is ticked too.
  const [before = "", ticked = ""] = isMine ? [state.values.beside, state.values.also] : [];
  const isLeft = (value: string) => before.includes(value.slice(0, value.indexOf("."))) && !ticked.includes(value);
  return (
    <fieldset className="group with" data-answers={`${kind}-whyLeft`}>
      <legend>{kind === "delivered" && isPinAsked ? "With it, by the same PIN" : "With it"}</legend>
      <HiddenFields fields={{ beside }} />
      {also.map(({ value, words }) => (
        <label key={value} className="choice">
          <input type="checkbox" name="also" value={value} defaultChecked={!isLeft(value)} />
          <span>{words}</span>
        </label>
      ))}
      <Chosen
        id={`${kind}-whyLeft`}
        name="whyLeft"
        label="If you leave one out: why"
        options={choices.left_out}
        chosen={isMine ? state.values.whyLeft : undefined}
        error={fieldState(state, `${kind}-whyLeft`).error}
      />
    </fieldset>
  );
}

function Text(props: { name: string; label: string; state: FormState; numeric?: boolean }) {
  const { name, label, state, numeric } = props;
  const { error } = fieldState(state, name);
  return (
    <Field name={name} label={label} error={error}>
      <input
        id={name}
        name={name}
        className={numeric ? "short" : undefined}
        inputMode={numeric ? "numeric" : undefined}
        autoComplete="off"
        enterKeyHint="next"
        defaultValue={state.values[name]}
        {...describedBy(name, undefined, error)}
      />
    </Field>
  );
}

function Reasons(props: { form: string; label: string; reasons: string[]; state: FormState; before?: string }) {
  const { form, label, reasons, state, before = "" } = props;
  const chosen = state.values.mark === form ? (state.values.reason ?? "") : before;
  const id = `${form}-reason`;
  return <Chosen {...{ id, label, chosen }} name="reason" options={reasons} error={fieldState(state, id).error} />;
}

function Chosen(props: {
  id: string;
  name: string;
  label: string;
  options: string[];
  chosen: string | undefined;
  error: string | undefined;
}) {
  const { id, name, label, options, chosen, error } = props;
  return (
    <Field name={id} label={label} error={error}>
      <select id={id} name={name} defaultValue={chosen} {...describedBy(id, undefined, error)}>
        <option value="">Choose</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </Field>
  );
}

/** What the office should know besides the reason. */
function More({ form, label, state }: { form: string; label: string; state: FormState }) {
  const id = `${form}-more`;
  return (
    <Field name={id} label={label} required={false}>
      <input
        id={id}
        name="more"
        enterKeyHint="send"
        autoComplete="off"
        maxLength={80}
        defaultValue={state.values.mark === form ? state.values.more : undefined}
      />
    </Field>
  );
}
