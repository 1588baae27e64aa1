import type { ReactNode } from "react";

export type SummaryFact = { label: string; value: ReactNode };

/** Answers, with a link to change them. */
export function SummaryCard(props: {
  title: string;
  facts: SummaryFact[];
  /** What matters less than the facts. */
  note?: string;
  edit?: { href: string; text: string };
}) {
  const { title, facts, note, edit } = props;
  return (
    <section className="card">
      <h2>{title}</h2>
      <FactList facts={facts} />
      {note ? <p className="hint">{note}</p> : null}
      {edit ? (
        <p className="no-print">
          <a className="edit" href={edit.href}>
            {edit.text}
          </a>
        </p>
      ) : null}
    </section>
  );
}

/** Labels and values; blank values are left out. */
export function FactList({ facts }: { facts: SummaryFact[] }) {
  return (
    <dl className="facts">
      {facts
        .filter((fact) => fact.value)
        .map((fact) => (
          <div key={fact.label}>
            <dt>{fact.label}</dt>
            <dd>{fact.value}</dd>
          </div>
        ))}
    </dl>
  );
}
