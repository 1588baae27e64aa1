import Link from "next/link";
import { example, home } from "./words";

export function Pricing() {
  return (
    <section className="wide topic" aria-labelledby="pricing">
      <h2 id="pricing">How pricing works</h2>
      <div>
        <div>
          <p>{home.pricing}</p>
          <div className="buttons">
            <Link className="button plain" href="/ship">
              Send a Parcel
            </Link>
          </div>
        </div>
        <section className="card sign" aria-labelledby="price-heading">
          <h2 id="price-heading">
            {example.from} to {example.to}, today
          </h2>
          <dl className="bill">
            {example.lines.map(({ label, note, amount }) => (
              <div key={label}>
                <dt>
                  {label}
                  {note ? <small> {note}</small> : null}
                </dt>
                <dd>{amount}</dd>
              </div>
            ))}
            <div className="total">
              <dt>{example.total.label}</dt>
              <dd>{example.total.amount}</dd>
            </div>
          </dl>
        </section>
      </div>
    </section>
  );
}
