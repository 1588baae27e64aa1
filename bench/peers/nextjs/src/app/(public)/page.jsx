import Link from "next/link";
import { companyInWords } from "../../shared/company-in-words";
import { HowItWorks, Whereabouts } from "../../ui/how-it-works";
import { Pricing } from "../../ui/pricing";
import { Questions } from "../../ui/questions";
import { TextField } from "../../ui/text-field";
import { brand, example, home, origin, publicMetadata } from "../../ui/words";
import "../../shared/home.css";

// Rendered once and kept for a minute: prices change, but not by the second.
export const revalidate = 60;

export const metadata = publicMetadata({
  title: { absolute: `${brand.name}: ${brand.tagline}` },
  description: home.description,
  path: "/",
});

const [fast, mile, rest] = home.pitch;

export default function Home() {
  return (
    <>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: companyInWords(brand, origin) }} />
      <section className="hero full">
        <div className="pitch">
          <h1>{brand.tagline}</h1>
          <p>
            {fast} <span className="nowrap">{mile}</span> {rest}
          </p>
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
      <Whereabouts />

      <section className="wide topic" aria-labelledby="benefits">
        <h2 id="benefits">Why businesses stay with us</h2>
        <div>
          <ul className="points">
            {home.benefits.map(({ title, brief }) => (
              <li key={title}>
                <b>{title}</b> {brief}
              </li>
            ))}
          </ul>
          <p>
            <Link className="edit" href="/business">
              What shops and businesses get
            </Link>
          </p>
        </div>
      </section>

      <section className="wide topic" aria-labelledby="channels">
        <h2 id="channels">Plugs into where you sell</h2>
        <ul className="board">
          {home.channels.map(({ name, href }) => (
            <li key={name}>
              <b>
                <Link href={href}>{name}</Link>
              </b>
            </li>
          ))}
        </ul>
      </section>

      <Questions />
      <Pricing />
    </>
  );
}
