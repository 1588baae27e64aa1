import type { ReactNode } from "react";
import type { WishKind } from "#app/domain/drivers/wishes.server";
import type { FormState } from "#app/domain/values/form-state";
import { catalogue } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { Choice } from "#app/routes/find-me.$quoteId/choice";
import { Button, ButtonRow } from "../../ui/forms/button";
import { type Choice as Option, SelectField } from "../../ui/forms/select-field";
import { StepForm } from "../../ui/forms/step-form";
import { TextField } from "../../ui/forms/text-field";
import { useThisAddress } from "../../ui/shell/this-page";
import { shown } from "../../ui/words";

/** What the receiver can still wish for, until the parcel is out for delivery. */
export type Wishable = {
  days: Option[];
  /** The depot's address and hours, where the parcel may be fetched. */
  depot: string | null;
  /** How many days the depot keeps it. */
  depotDays: number;
};

/** A form of a choice: its state if it was sent, or else blank. */
type StateOf = (choice: WishKind) => FormState;

/** A wish that holds, and the way back. `note`: what the driver reads of it. */
export function HeldWishes(props: {
  held: { id: string; words: string; note: string | null }[];
  mayTakeBack: boolean;
}) {
  const here = useThisAddress();
  const words = catalogue().receiver.wishes;
  return props.held.map(({ id, words: wish, note }) => (
    <form key={id} method="post" action={here} className="form">
      <p>
        <b>{shown(words.askedFor(wish))}</b>
      </p>
      {note ? <p>{shown(words.driverReads(note))}</p> : null}
      {props.mayTakeBack ? (
        <ButtonRow>
          <Button plain name="takeBack" value={id}>
            {shown(words.takeBack)}
          </Button>
        </ButtonRow>
      ) : null}
    </form>
  ));
}

/**
 * Another day, a neighbour, or the depot: each with its own fields and button.
 * @param props.open the one that stands open, before the others
 */
export function WishChoices(props: Wishable & { open: string | null; stateOf: StateOf }) {
  const { days, depot, depotDays, open, stateOf } = props;
  const { wishes } = catalogue().receiver;
  const { any, morning, afternoon } = wishes.times;
  const parts = Object.entries({ "": any, morning, afternoon });
  const choice = (kind: WishKind, note: ReactNode, fields: ReactNode) => (
    <Choice key={kind} title={shown(wishes[kind].title)} note={note} isOpen={open === kind}>
      <StepForm
        state={stateOf(kind)}
        hidden={{ wish: kind }}
        submit={plainText(wishes.tell)}
        busyLabel={plainText(catalogue().forms.sending)}
      >
        {fields}
      </StepForm>
    </Choice>
  );
  const choices = [
    choice(
      "day",
      shown(wishes.day.note),
      <>
        <SelectField
          name="day"
          label={plainText(wishes.whichDay)}
          state={stateOf("day")}
          choices={days}
          placeholder={plainText(catalogue().forms.choose)}
        />
        <SelectField
          name="part"
          label={plainText(wishes.timeOfDay)}
          state={stateOf("day")}
          choices={parts.map(([value, text]) => ({ value, text: plainText(text) }))}
        />
      </>,
    ),
    choice(
      "neighbour",
      shown(wishes.neighbour.note),
      <>
        <TextField
          name="neighbour"
          label={plainText(wishes.neighboursName)}
          state={stateOf("neighbour")}
          autoComplete="off"
        />
        <TextField
          name="neighbourAt"
          label={plainText(wishes.house)}
          hint={shown(wishes.houseHint)}
          state={stateOf("neighbour")}
          autoComplete="off"
          enterKeyHint="done"
        />
      </>,
    ),
    ...(depot ? [choice("depot", depot, <p>{shown(wishes.depot.keeps(depotDays))}</p>)] : []),
  ];
  return choices.toSorted((one, other) => Number(other.key === open) - Number(one.key === open));
}
