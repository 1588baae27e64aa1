import type { FormState } from "#app/domain/values/form-state";
import { Button, ButtonRow } from "../forms/button";
import { ErrorSummary } from "../forms/error-summary";
import { RadioCards } from "../forms/radio-cards";
import { type Choice, SelectField } from "../forms/select-field";
import { StepForm } from "../forms/step-form";
import { TextField } from "../forms/text-field";
import { useThisAddress } from "../shell/this-page";

export type WishesShown = {
  /** Why nothing can be wished for, nor taken back; null if it can. */
  refusal: string | null;
  days: Choice[];
  /** The depot's address and hours, where the parcel may be fetched. */
  depot: string | null;
  /** `note`: what the driver reads of it. */
  held: { id: string; words: string; note: string | null }[];
};

const PARTS = [
  { value: "", text: "Any time" },
  { value: "morning", text: "Morning, 08:00 to 12:00" },
  { value: "afternoon", text: "Afternoon, 12:00 to 17:00" },
];

/** When and to whom the receiver wants the parcel, until it is out for delivery. */
export function ReceiversWishes({ refusal, days, depot, held, state }: WishesShown & { state: FormState }) {
  const here = useThisAddress();
  return (
    <section id="wishes">
      <h2>When, and to whom?</h2>
      {held.map(({ id, words, note }) => (
        <form key={id} method="post" action={here} className="form">
          <p>
            <b>You asked for: {words}</b>
          </p>
          {note ? <p>The driver reads: {note}</p> : null}
          {refusal ? null : (
            <ButtonRow>
              <Button plain name="takeBack" value={id}>
                Take it back
              </Button>
            </ButtonRow>
          )}
        </form>
      ))}
      {refusal ? <NoMore {...{ refusal, state }} /> : <WishForm {...{ days, depot, state }} />}
    </section>
  );
}

/** Also after a form that was open before it was closed. */
function NoMore({ refusal, state }: { refusal: string; state: FormState }) {
  if (Object.keys(state.errors).length > 0) return <ErrorSummary errors={state.errors} />;
  return <p>{refusal}</p>;
}

function WishForm({ days, depot, state }: Pick<WishesShown, "days" | "depot"> & { state: FormState }) {
  return (
    <StepForm state={state} submit="Tell the driver" busyLabel="Sending…">
      <RadioCards
        name="wish"
        legend="What do you wish for?"
        state={state}
        cards={[
          { value: "day", title: "I'm not there that day", note: "Bring it on another day" },
          { value: "neighbour", title: "Leave it with a neighbour", note: "Who gives the driver the PIN" },
          ...(depot ? [{ value: "depot", title: "I'll fetch it from you", note: depot }] : []),
        ]}
      />
      <SelectField name="day" label="Another day" state={state} choices={days} placeholder="Choose" required={false} />
      <SelectField name="part" label="Time of day" state={state} choices={PARTS} required={false} />
      <TextField name="neighbour" label="The neighbour's name" state={state} required={false} autoComplete="off" />
      <TextField
        name="neighbourAt"
        label="Their house"
        hint="Number and street, or where it is."
        state={state}
        required={false}
        autoComplete="off"
        enterKeyHint="done"
      />
    </StepForm>
  );
}
