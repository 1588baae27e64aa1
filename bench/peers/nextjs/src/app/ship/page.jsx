import Link from "next/link";
import { SelectField } from "../../ui/select-field";
import { TextField } from "../../ui/text-field";
import { boxes, countries, publicMetadata, ship } from "../../ui/words";

export const metadata = publicMetadata({
  title: "Send a parcel: boxes, coverage and prices",
  description: ship.description,
  path: "/ship",
});

const choices = boxes.map(({ id, name }) => ({ value: id, text: name }));
const placeHint = "Or the name of the place, such as Katlehong.";

export default async function ShipInformation({ searchParams }) {
  const asked = await searchParams;
  return (
    <>
      <h1>Send a parcel</h1>
      <p>No account needed: two addresses, a parcel, a price, then pay by card. About three minutes.</p>
      <div className="buttons">
        <Link className="button" href="/ship/addresses">
          Send a parcel
        </Link>{" "}
        <Link className="button plain" href="/login">
          Login or Create Account
        </Link>
      </div>

      <section className="card" id="local" aria-labelledby="local-heading">
        <h2 id="local-heading">Do we come to you, and what does it cost?</h2>
        <form method="get" action="/ship" noValidate className="form">
          <TextField
            field={{
              name: "fromPostal",
              label: "From postal code",
              hint: placeHint,
              autocomplete: "section-from postal-code",
            }}
            value={asked.fromPostal}
          />
          <TextField
            field={{ name: "toPostal", label: "To postal code", autocomplete: "section-to postal-code" }}
            value={asked.toPostal}
          />
          <SelectField name="selectedBoxId" label="Box" choices={choices} value={asked.selectedBoxId} />
          <div className="buttons">
            <button type="submit" name="check" value="price" className="button">
              Get a price
            </button>{" "}
            <button type="submit" name="check" value="local" className="button plain">
              Check local coverage
            </button>
          </div>
        </form>
      </section>

      <section className="card" id="international" aria-labelledby="international-heading">
        <h2 id="international-heading">Sending to another country?</h2>
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
            <button type="submit" name="check" value="price-abroad" className="button">
              Get a price abroad
            </button>{" "}
            <button type="submit" name="check" value="international" className="button plain">
              Check international coverage
            </button>
          </div>
        </form>
      </section>

      <section aria-labelledby="boxes-heading">
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
                  <svg className="box" width="48" height="48" aria-hidden="true">
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
