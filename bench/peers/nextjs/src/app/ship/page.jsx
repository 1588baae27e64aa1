import Link from "next/link";
import { TextField } from "../../ui/text-field";
import { boxes, countries, publicMetadata, ship } from "../../ui/words";

export const metadata = publicMetadata({
  title: "Send a parcel: boxes, coverage and prices",
  description: ship.description,
  path: "/ship",
});

const postal = { inputmode: "numeric", short: true };

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
        <form method="get" action="/ship#local" noValidate className="form">
          <TextField
            field={{ ...postal, name: "fromPostal", label: "From postal code", autocomplete: "postal-code" }}
            value={asked.fromPostal}
          />
          <TextField field={{ ...postal, name: "toPostal", label: "To postal code" }} value={asked.toPostal} />
          <div className="field">
            <label htmlFor="selectedBoxId">Box</label>
            <select id="selectedBoxId" name="selectedBoxId" required defaultValue={asked.selectedBoxId}>
              {boxes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
          <div className="buttons">
            <button type="submit" name="check" value="local" className="button">
              Check local coverage
            </button>{" "}
            <button type="submit" name="check" value="price" className="button plain">
              Get a price
            </button>
          </div>
        </form>
      </section>

      <section className="card" id="international" aria-labelledby="international-heading">
        <h2 id="international-heading">Sending to another country?</h2>
        <form method="get" action="/ship#international" noValidate className="form">
          <TextField
            field={{ ...postal, name: "pickupPostal", label: "Pickup postal code", autocomplete: "postal-code" }}
            value={asked.pickupPostal}
          />
          <div className="field">
            <label htmlFor="toCountry">Destination country</label>
            <select id="toCountry" name="toCountry" required defaultValue={asked.toCountry ?? ""}>
              <option value="">Choose a country</option>
              {countries.map((country) => (
                <option key={country}>{country}</option>
              ))}
            </select>
          </div>
          <div className="buttons">
            <button type="submit" name="check" value="international" className="button">
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
              <th scope="col">Box</th>
              <th scope="col">Size (L × W × H)</th>
              <th scope="col">Max weight</th>
            </tr>
          </thead>
          <tbody>
            {boxes.map(({ id, name, size, maxWeight }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{size}</td>
                <td>{maxWeight}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
