import Link from "next/link";
import { SelectField } from "../../../ui/select-field";
import { TextField } from "../../../ui/text-field";
import { boxes, countries, publicMetadata, ship } from "../../../ui/words";

export const metadata = publicMetadata({
  title: "Send a parcel: boxes, coverage and prices",
  description: ship.description,
  path: "/ship",
});

const choices = boxes.map(({ id, name }) => ({ value: id, text: name }));
const placeHint = "Or the name of the place.";
const sharedHint = "places-hint";
const fromPostal = {
  name: "fromPostal",
  label: "From postal code",
  sharedHint,
  autocomplete: "section-from postal-code",
};
const toPostal = { name: "toPostal", label: "To postal code", sharedHint, autocomplete: "section-to postal-code" };

export default async function ShipInformation({ searchParams }) {
  const asked = await searchParams;
  return (
    <>
      <h1>Send a parcel</h1>
      <p>No account needed: two addresses, a parcel, a price, then pay by card. About three minutes.</p>
      <p className="links">
        <Link href="/ship/addresses">Send a parcel</Link> <Link href="/login">Login or Create Account</Link>
      </p>

      <section className="card" id="local">
        <h2>Do we come to you, and what does it cost?</h2>
        <form method="get" action="/ship" noValidate className="form">
          <div className="group pair">
            <TextField field={fromPostal} value={asked.fromPostal} />
            <TextField field={toPostal} value={asked.toPostal} />
            <p className="hint" id="places-hint">
              {placeHint}
            </p>
          </div>
          <SelectField name="selectedBoxId" label="Box" choices={choices} value={asked.selectedBoxId} />
          <div className="buttons">
            <button type="submit" name="check" value="price" className="button">
              Get a price
            </button>{" "}
            <button type="submit" name="check" value="local" className="quiet">
              Check local coverage
            </button>
          </div>
        </form>
      </section>

      <details className="card" id="international">
        <summary>Sending to another country?</summary>
        <form method="get" action="/ship" noValidate className="form">
          <TextField
            field={{
              name: "pickupPostal",
              label: "Pickup postal code",
              hint: placeHint,
              autocomplete: "section-from postal-code",
            }}
            value={asked.pickupPostal}
          />
          <SelectField
            name="toCountry"
            label="Destination country"
            placeholder="Choose a country"
            choices={countries.map((text) => ({ text }))}
            value={asked.toCountry}
          />
          <SelectField name="boxAbroad" label="Box" choices={choices} value={asked.boxAbroad} />
          <div className="buttons">
            <button type="submit" name="check" value="price-abroad" className="button plain">
              Get a price abroad
            </button>{" "}
            <button type="submit" name="check" value="international" className="quiet">
              Check international coverage
            </button>
          </div>
        </form>
      </details>

      <section className="aside" aria-labelledby="boxes-heading">
        <h2 id="boxes-heading">Our boxes</h2>
        <table className="boxes">
          <thead>
            <tr>
              <th scope="col">Box, length × width × height</th>
              <th scope="col">Max weight</th>
            </tr>
          </thead>
          <tbody>
            {boxes.map(({ id, name, size, example, maxWeight }) => (
              <tr key={id}>
                <th scope="row">
                  <svg className="box" width="60" height="48" aria-hidden="true">
                    <use href={`/boxes.svg#${id}`} />
                  </svg>{" "}
                  {name} <small>{size}</small> <small>{example}</small>
                </th>
                <td>up to {maxWeight}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
