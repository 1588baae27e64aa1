import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { describedBy, FieldError } from "../forms/field";
import { fieldState } from "../forms/field-state";

const days = [
  { value: "today", text: "Today" },
  { value: "tomorrow", text: "Tomorrow" },
  { value: "", text: "Another day" },
];

/** A day: today, tomorrow, or another one by its date. Works without scripts. */
export function DayField(props: {
  name: string;
  label: string;
  state: FormState;
  required: boolean;
  /** The name of the radio buttons. */
  chosenDay: string;
  hint?: ReactNode;
}) {
  const { name, label, state, required, hint, chosenDay } = props;
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
