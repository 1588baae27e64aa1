import Link from "next/link";
import { companyInWords } from "../shared/company-in-words";
import { HowItWorks } from "../ui/how-it-works";
import { Questions } from "../ui/questions";
import { TextField } from "../ui/text-field";
import { brand, example, home, origin, publicMetadata } from "../ui/words";

// Rendered once and kept for a minute: prices change, but not by the second.
export const revalidate = 60;

export const metadata = publicMetadata({
  title: { absolute: `${brand.name}: ${brand.tagline}` },
  description: home.description,
  path: "/",
});

export default function Home() {
  return (
    <>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: companyInWords(brand, origin) }} />
      <section className="hero full">
        <div className="pitch">
          <h1>{brand.tagline}</h1>
          <p>{home.pitch}</p>
        </div>
        <form method="get" action="/ship" className="card sign">
          <h2>Do we come to you? What does it cost?</h2>
          <div className="pair">
            <TextField
              field={{ name: "fromPostal", label: "From postal code", autocomplete: "section-from postal-code" }}
            />
            <TextField
              field={{
                name: "toPostal",
                label: "To postal code",
                autocomplete: "section-to postal-code",
                enterkeyhint: "go",
              }}
            />
          </div>
          <p className="hint">Or the name of the place, such as Katlehong.</p>
          <div className="buttons">
            <button type="submit" className="button">
              Check and get a price
            </button>
          </div>
          <p className="hint">
            {example.from} {example.fromPostal} to {example.to} {example.toPostal}:{" "}
            <b className="nowrap">{example.total.amount}</b>, all included, {example.days}.
          </p>
        </form>
        <Link className="button plain" href="/contact">
          Chat With Us
        </Link>
        <svg className="art" viewBox="0 0 640 139" aria-hidden="true" dangerouslySetInnerHTML={{ __html: home.art }} />
      </section>

      <HowItWorks />
      <Questions />

      <section className="wide" aria-labelledby="channels">
        <h2 id="channels">Plugs into where you sell</h2>
        <ul className="boards">
          {home.channels.map(({ name, what }) => (
            <li key={name}>
              <b>{name}</b> <small>{what}</small>
            </li>
          ))}
        </ul>
      </section>

      <section className="wide" aria-labelledby="benefits">
        <h2 id="benefits">Why businesses stay with us</h2>
        <ul className="cards">
          {home.benefits.map(({ title, text, lines, fill, href, linkText }) => (
            <li className="card" key={title}>
              <svg className="icon" width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
                <path d={lines} fill="none" />
                <path d={fill} className="dot" />
              </svg>
              <h3>{title}</h3>
              <p>{text}</p>
              {href ? (
                <Link className="edit" href={href}>
                  {linkText}
                </Link>
              ) : null}
            </li>
          ))}
        </ul>
      </section>

      <section className="wide columns" aria-labelledby="pricing">
        <div>
          <h2 id="pricing">How pricing works</h2>
          <p>{home.pricing}</p>
          <div className="buttons">
            <Link className="button" href="/ship">
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
      </section>
    </>
  );
}
