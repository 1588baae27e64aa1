import { say } from "#app/language/say";
import { paths } from "#app/paths";
import { ForShow } from "../shell/this-page";
import { shown } from "../words";

/** Each picture has one path of strokes and one of fills, on a 48 × 48 grid. */
const benefits = [
  {
    title: say`A single contact`,
    brief: say`for all your parcels`,
    text: say`One person who knows your parcels, from the first quote to the last delivery.`,
    lines: "M6 10h36v24H24l-10 8v-8H6z",
    fill: "M15 19h18v3H15zM15 25h12v3H15z",
  },
  {
    title: say`A web portal`,
    brief: say`for tracking, capture and live dashboards`,
    text: say`Tracking, capture and live dashboards, on a phone or a screen.`,
    lines: "M4 8h40v28H4zM16 42h16",
    fill: "M11 24h6v7h-6zM21 18h6v13h-6zM31 13h6v18h-6z",
  },
  {
    title: say`One-day integration`,
    brief: say`for TMS, WMS, SCM, FMS and FBS`,
    text: say`With selected management suites: TMS, WMS, SCM, FMS and FBS.`,
    lines: "M4 24h10M34 24h10M14 14h20v20H14zM20 6v8M28 6v8M20 34v8M28 34v8",
    fill: "M20 20h8v8h-8z",
  },
  {
    title: say`Owner-driver development`,
    brief: say`from one bakkie to a business`,
    text: say`We help people with a bakkie grow into businesses of their own.`,
    lines: "M24 5a19 19 0 1 0 .1 0zM24 5v13M9 36l10-8M39 36l-10-8",
    fill: "M24 17a7 7 0 1 0 .1 0z",
    href: paths.join,
    linkText: say`Drive with us`,
  },
];

/** The four selling points; `short`: without their drawings and details. */
export function Benefits({ short }: { short?: boolean }) {
  if (short)
    return (
      <section className="wide topic" aria-labelledby="benefits">
        <h2 id="benefits">{shown(say`Why businesses stay with us`)}</h2>
        <div>
          <ul className="points">
            {benefits.map(({ title, brief, lines }) => (
              <li key={lines}>
                <b>{shown(title)}</b> {shown(brief)}
              </li>
            ))}
          </ul>
          <p>
            <a className="edit" href={paths.business}>
              {shown(say`What shops and businesses get`)}
            </a>
          </p>
        </div>
      </section>
    );
  return (
    <section aria-labelledby="benefits">
      <h2 id="benefits">{shown(say`Why businesses stay with us`)}</h2>
      <ul className="cards">
        {benefits.map(({ title, text, lines, fill, href, linkText }) => (
          <li key={lines}>
            <ForShow>
              <svg className="icon" width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
                <path d={lines} fill="none" />
                <path d={fill} className="dot" />
              </svg>
            </ForShow>
            <h3>{shown(title)}</h3>
            <p>{shown(text)}</p>
            {href ? (
              <a className="edit" href={href}>
                {shown(linkText)}
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
