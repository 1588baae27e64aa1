import { LogoMark } from "../shell/logo";
import styles from "../styles/slip.css";
import { FactList, type SummaryFact } from "./summary-card";

/** A supplier or customer on an invoice, as lines. */
type Named = { name: string; address: string[]; facts?: SummaryFact[] };

/** What stands on a tax invoice, receipt or credit note. Amounts are text. */
export type InvoiceOnPaper = {
  facts: SummaryFact[];
  supplier: Named;
  customer: Named | null;
  description: string;
  lines: { label: string; amount: string }[];
  total: { label: string; amount: string };
};

/** One sheet in print. */
export function InvoicePaper(props: InvoiceOnPaper & { title: string }) {
  const { title, facts, supplier, customer, description, lines, total } = props;
  return (
    <article className="slip">
      <link rel="stylesheet" href={styles} />
      <header>
        <LogoMark />
        <b>{supplier.name}</b>
        <span>{title}</span>
      </header>
      <FactList facts={facts} />
      <div className="parties">
        <Party title="From" {...supplier} />
        {customer ? <Party title="To" {...customer} /> : null}
      </div>
      <p>{description}</p>
      <dl className="bill">
        {lines.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{total.label}</dt>
          <dd>{total.amount}</dd>
        </div>
      </dl>
    </article>
  );
}

function Party({ title, name, address, facts = [] }: Named & { title: string }) {
  return (
    <section>
      <h2>{title}</h2>
      <b>{name}</b>
      {address.map((line) => (
        <div key={line}>{line}</div>
      ))}
      <FactList facts={facts} />
    </section>
  );
}
