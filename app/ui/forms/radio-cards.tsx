import type { ReactNode } from "react";
import type { FormState } from "#app/domain/values/form-state";
import { FieldError } from "./field";
import { fieldState } from "./field-state";

type RadioCard = {
  value: string;
  title: string;
  /** Why it stands out, in a word. */
  tag?: string;
  note?: ReactNode;
  price?: string;
  picture?: ReactNode;
  /** The most that it takes, for the script that compares it with the weight. Kilograms. */
  maxKg?: number;
};

/** Radio buttons on large cards. The first one's id is the field's name, for the error summary. */
export function RadioCards(props: {
  name: string;
  legend: string;
  state: FormState;
  cards: RadioCard[];
  hint?: ReactNode;
}) {
  const { name, legend, state, cards, hint } = props;
  const { value, error, errorId } = fieldState(state, name);
  return (
    <fieldset className={error ? "choices wrong" : "choices"} aria-describedby={errorId}>
      <legend>{legend}</legend>
      {hint ? <p className="hint">{hint}</p> : null}
      <FieldError name={name} error={error} />
      {cards.map((card, index) => (
        // A block element, so that a browser without CSS puts each on its own line.
        <div key={card.value}>
          <label className="choice">
            <input
              type="radio"
              id={index === 0 ? name : undefined}
              name={name}
              value={card.value}
              defaultChecked={value === card.value}
              required
              data-max-kg={card.maxKg}
            />
            {card.picture}
            <span>
              <b>{card.title}</b> {card.price ? <span className="price">{card.price}</span> : null}{" "}
              {card.tag ? <em>{card.tag} </em> : null}
              {card.note ? <small>{card.note}</small> : null}
            </span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}
