import type { FormState } from "#app/domain/values/form-state";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { Button, ButtonRow } from "../../ui/forms/button";
import { ErrorSummary } from "../../ui/forms/error-summary";
import { RadioCards } from "../../ui/forms/radio-cards";
import { type Choice, SelectField } from "../../ui/forms/select-field";
import { StepForm } from "../../ui/forms/step-form";
import { TextField } from "../../ui/forms/text-field";
import { useThisAddress } from "../../ui/shell/this-page";
import { shown } from "../../ui/words";

export type WishesShown = {
  /** Why nothing can be wished for, nor taken back; null if it can. */
  refusal: string | null;
  days: Choice[];
  /** The depot's address and hours, where the parcel may be fetched. */
  depot: string | null;
  /** `note`: what the driver reads of it. */
  held: { id: string; words: string; note: string | null }[];
};

/** When and to whom the receiver wants the parcel, until it is out for delivery. */
export function ReceiversWishes({ refusal, days, depot, held, state }: WishesShown & { state: FormState }) {
  const here = useThisAddress();
  const words = catalogue().receiver.wishes;
  return (
    <section id="wishes">
      <h2>{shown(words.title)}</h2>
      {held.map(({ id, words: wish, note }) => (
        <form key={id} method="post" action={here} className="form">
          <p>
            <b>{shown(words.askedFor(wish))}</b>
          </p>
          {note ? <p>{shown(words.driverReads(note))}</p> : null}
          {refusal ? null : (
            <ButtonRow>
              <Button plain name="takeBack" value={id}>
                {shown(words.takeBack)}
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
  const words = catalogue().receiver.wishes;
  const card = (value: "day" | "neighbour") => {
    const { title, note } = words[value];
    return { value, title: plainText(title), note: plainText(note) };
  };
  const { any, morning, afternoon } = words.times;
  const parts = Object.entries({ "": any, morning, afternoon });
  return (
    <StepForm state={state} submit={plainText(words.tell)} busyLabel={plainText(catalogue().forms.sending)}>
      <RadioCards
        name="wish"
        legend={plainText(words.what)}
        state={state}
        cards={[
          card("day"),
          card("neighbour"),
          ...(depot ? [{ value: "depot", title: plainText(words.fetch), note: depot }] : []),
        ]}
      />
      <SelectField
        name="day"
        label={plainText(words.anotherDay)}
        state={state}
        choices={days}
        placeholder={plainText(catalogue().forms.choose)}
        required={false}
      />
      <SelectField
        name="part"
        label={plainText(words.timeOfDay)}
        state={state}
        choices={parts.map(([value, text]) => ({ value, text: plainText(text) }))}
        required={false}
      />
      <TextField
        name="neighbour"
        label={plainText(words.neighboursName)}
        state={state}
        required={false}
        autoComplete="off"
      />
      <TextField
        name="neighbourAt"
        label={plainText(words.house)}
        hint={shown(words.houseHint)}
        state={state}
        required={false}
        autoComplete="off"
        enterKeyHint="done"
      />
    </StepForm>
  );
}
