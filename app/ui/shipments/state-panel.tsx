import type { ReactNode } from "react";
import { catalogue } from "#app/language/language";
import styles from "../styles/state.css";
import { shown } from "../words";

/**
 * The panel that a page opens with: what is true now as the page's heading, then what happens next. What `isBad` has a
 * heavy red edge, so that it doesn't look like a success.
 */
export function StatePanel(props: {
  above: ReactNode;
  headline: ReactNode;
  state?: string;
  isBad?: boolean;
  children?: ReactNode;
}) {
  const { above, headline, state, isBad, children } = props;
  return (
    <section className={isBad ? "now full grave" : "now full"} data-state={state}>
      <link rel="stylesheet" href={styles} />
      <p className="kicker">{above}</p>
      <h1>{headline}</h1>
      {children}
    </section>
  );
}

/**
 * For a page that leads to one with a panel: the browser fetches the panel's style while the customer reads, not while
 * they wait. For no medium, so that nothing waits for it; that is 116 bytes shorter than `prefetch`, and known to all browsers.
 */
export function StatePanelIsNext() {
  return <link rel="stylesheet" media="not all" href={styles} referrerPolicy="no-referrer" />;
}

/** Where the van stands at each stage. */
const VAN_AT = [38, 88, 138, 188, 238];

/**
 * The road from the sender to the receiver, with the van at the stage reached, from 1. The list below it says the same,
 * also to browsers without pictures.
 */
export function Road({ names, reached }: { names: readonly string[]; reached: number }) {
  const { done, now, toCome } = catalogue().tracking.road;
  const van = VAN_AT[reached - 1] ?? 0;
  return (
    <div className="journey">
      <svg className="road" viewBox="0 0 320 62" aria-hidden="true">
        <path className="solid" d="M0 46h320v10H0z" />
        <path className="dash" d={`M6 51h${van + 10}`} />
        <path d="M6 46V25l13-11 13 11v21zM288 46V25l13-11 13 11v21z" />
        <path className="solid" d="M3 27l16-14 16 14zM285 27l16-14 16 14zM15 33h8v13h-8zM297 33h8v13h-8z" />
        <g transform={`translate(${van})`}>
          <path d="M0 12h27v32H0zM27 44V20h10l9 11v13z" />
          <path className="load" d="M5 18h17v8H5z" />
          <path className="solid" d="M31 24h4l5 7h-9z" />
          <circle className="solid" cx="10" cy="45" r="6" />
          <circle className="solid" cx="36" cy="45" r="6" />
        </g>
      </svg>
      <ol className="legs">
        {names.map((name, index) => (
          <li key={name} aria-current={index === reached - 1 ? "step" : undefined}>
            {name}
            <span className="away">
              : {shown(index < reached - 1 ? done : index === reached - 1 ? now : toCome)}
            </span>{" "}
          </li>
        ))}
      </ol>
    </div>
  );
}
