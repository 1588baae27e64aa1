import { ButtonLink, ButtonRow } from "../forms/button";

/** What leads a parcel's or a quote's page. */
export type Lead = {
  /** In groups. */
  number: string;
  /** "Zodwa's Fashion, Katlehong". */
  from: string;
  to: string;
  /** "Flyer bag, 1 piece · R 80,62 paid". */
  what: string;
  /** What is the matter. */
  headline: string;
  isGrave: boolean;
  lines: string[];
  /** What people were told that they wait for. */
  told: { words: string; isOver: boolean }[];
  /** What the office must do. */
  toDo: string | null;
  phones: { words: string; href: string }[];
  /** What is done in this state as a rule. */
  verbs: { words: string; href: string }[];
  /** The page that the customer follows it on. */
  seenBy: string | null;
};

/** Who, where, what is the matter, and what can be done about it. */
export function ParcelLead({ lead }: { lead: Lead }) {
  const { number, from, to, what, headline, isGrave, lines, told, toDo, phones, verbs } = lead;
  const [first, ...others] = phones;
  return (
    <section className={isGrave ? "matter grave" : "matter"}>
      <p className="whose">
        {from} <span aria-hidden="true">→</span> <span className="away">to</span> <b>{to}</b> · {what}
      </p>
      <p className="number">{number}</p>
      <h1>{headline}</h1>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {told.map(({ words, isOver }) => (
        <p key={words} className={isOver ? "told over" : "told"}>
          {words}
          {isOver ? " That time is over." : ""}
        </p>
      ))}
      {toDo ? (
        <p>
          To do: <b>{toDo}</b>
        </p>
      ) : null}
      <nav aria-label="What to do first">
        <ButtonRow>
          {first ? <ButtonLink href={first.href}>{first.words}</ButtonLink> : null}
          {[...others, ...verbs].map((each) => (
            <ButtonLink key={each.words} plain href={each.href}>
              {each.words}
            </ButtonLink>
          ))}
        </ButtonRow>
      </nav>
    </section>
  );
}
