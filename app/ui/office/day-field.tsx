import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { describedBy, FieldError } from "../forms/field";
import { fieldState } from "../forms/field-state";
import type { Choice } from "../forms/select-field";

/** A day: today or tomorrow, as it can be, or another one by its date. Works without scripts. */
export function DayField(props: {
  name: string;
  label: string;
  state: FormState;
  required: boolean;
  /** Which days have a button. */
  named: readonly Choice[];
  /** The name of the radio buttons. */
  chosenDay: string;
  hint?: ReactNode;
}) {
  const { name, label, state, required, named, hint, chosenDay } = props;
  const days = [...named, { value: "", text: "Another day" }];
  const { value, error, errorId } = fieldState(state, name);
  const isNamed = days.some((day) => day.value === value && value);
  return (
    <fieldset className={error ? "day wrong" : "day"} aria-describedby={errorId}>
      <legend>
        {label} {required ? null : <span className="soft">(optional)</span>}
      </legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <FieldError name={name} error={error} />
      {days.map((day) => (
        <label key={day.value}>
          <input
            type="radio"
            name={chosenDay}
            value={day.value}
            defaultChecked={day.value ? day.value === value : Boolean(value) && !isNamed}
          />{" "}
          {day.text}{" "}
        </label>
      ))}
      <input
        id={name}
        name={name}
        type="date"
        className="short"
        aria-label={`${label}: another day`}
        autoComplete="off"
        defaultValue={isNamed ? "" : value}
        {...describedBy(name, undefined, error)}
      />
    </fieldset>
  );
}
