"use client";

import { useActionState } from "react";
import { StartAgain } from "../../../ui/start-again";
import { TextField } from "../../../ui/text-field";
import { Trip } from "../../../ui/trip";
import { takeAddresses } from "./take-addresses";

/** A client component, because what is wrong with a posted form comes back through a hook. */
export function AddressesForm({ title, parties, shown, trip }) {
  const [{ values, errors }, action] = useActionState(takeAddresses, { values: shown.values, errors: {} });
  const complaints = Object.entries(errors).flatMap(([name, all]) => all.map((text) => ({ name, text })));
  return (
    <>
      <title>{complaints.length > 0 ? `Error: ${title}` : title}</title>
      {trip && complaints.length === 0 ? <Trip {...trip} /> : null}
      <form action={action} noValidate className="form twin" autoCapitalize="words">
        {complaints.length ? (
          <div className="notice bad" role="alert" tabIndex={-1} id="errors">
            <h2>There is a problem</h2>
            <ul>
              {complaints.map(({ name, text }) => (
                <li key={name + text}>
                  <a href={`#${name}`}>{text}</a>
                </li>
              ))}
            </ul>
          </div>
        ) : null}
        {Object.entries(shown.keys).map(([name, value]) => (
          <input type="hidden" key={name} name={name} value={value} />
        ))}
        {parties.map(({ key, legend, hint, fields }) => (
          <fieldset className="group" key={key}>
            <legend>{legend}</legend>
            <p className="hint">{hint}</p>
            <input type="hidden" name={`${key}Country`} value="South Africa" />
            {fields.map((field) => (
              <TextField key={field.name} field={field} value={values[field.name]} error={errors[field.name]?.[0]} />
            ))}
          </fieldset>
        ))}
        <div className="field">
          <label className="choice">
            <input type="checkbox" id="remember" name="remember" defaultChecked={values.remember === "on"} />
            <span>Remember these addresses on this phone</span>
          </label>
        </div>
        <div className="buttons">
          <button type="submit" className="button">
            Next
          </button>{" "}
          <button type="submit" name="intent" value="abroad" formNoValidate className="button plain">
            Send to another country
          </button>
        </div>
      </form>
      {shown.keys.draft ? <StartAgain /> : null}
    </>
  );
}
