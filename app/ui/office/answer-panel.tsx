import { type Said, wordsOf } from "#app/language/said";
import { FactList } from "../shipments/summary-card";
import { SaidWords, withPhonesWhole } from "./said";

/**
 * `spoken`: the accessible name of a link whose text is the same in each row. A phone shows what `isLater` when it is
 * asked for the whole rows, and puts what `leads` first: whom a row is about, and their place.
 */
export type Cell = {
  text: string;
  href?: string;
  spoken?: string;
  isNumber?: boolean;
  /** The text with its links, if it isn't one as a whole. */
  said?: Said;
  /** What opens below the text: a message's words. */
  more?: string;
  /** A time that is over, until which somebody waits. */
  isOver?: boolean;
  /** It is shown, on a desk too, when the whole rows are asked for. */
  isRest?: boolean;
  isLater?: boolean;
  leads?: "person" | "place";
};

/** Rows of a list. Where `tick` has a number, the row can be ticked. */
export type ShownTable = {
  columns: {
    name: string;
    label: string;
    sortHref?: string;
    sorted?: "ascending" | "descending";
    isRest?: boolean;
  }[];
  rows: { cells: Cell[]; tick?: string }[];
};

/** What a command answered, or would do. */
export type ShownAnswer = {
  /** What has to be meant, to which Do it says yes. */
  asks: Said[];
  /** Whose it is: of something that would be done. */
  whose?: Said[];
  lines: Said[];
  /** What would be sent, word for word. */
  messages?: { heading: string; words: string; alike: string | null }[];
  /** Why it wasn't done, or not all of it. */
  why: Said[];
  facts?: (Cell & { label: string })[];
  table?: ShownTable;
  /** What there is to do now: a button. */
  next?: { href: string; words: string };
};

/** An answer's sentences, facts and rows. */
export function AnswerPanel({ answer, caption }: { answer: ShownAnswer; caption: string }) {
  const { lines, facts, table } = answer;
  return (
    <>
      {lines.map((line) => (
        <p key={wordsOf(line)}>
          <SaidWords said={line} />
        </p>
      ))}
      {facts ? <Facts facts={facts} /> : null}
      {table && table.rows.length > 0 ? <RowsTable table={table} caption={caption} /> : null}
    </>
  );
}

export function Facts({ facts }: { facts: (Cell & { label: string })[] }) {
  return <FactList facts={facts.map(({ label, ...cell }) => ({ label, value: <CellText cell={cell} /> }))} />;
}

/** So many characters stay in one line on a desk: a time, a number, a state. */
const LONGEST_BRIEF = 24;
/** A number, a phone or a time: it is never broken. */
const WHOLE = /^(?:TH[\d ]{14}|[A-Z] ?[\d ]{8,9}|[\d\s:+-]{3,17}|\w{3} \d{1,2} \w{3}(?:, [\d:]{5})?)$/;

/** A table; on a phone each row is a card of its first cells, with their headings, and a tick shows all of each. */
export function RowsTable({ table, caption }: { table: ShownTable; caption: string }) {
  const { columns, rows } = table;
  const canTick = rows.some(({ tick }) => tick);
  const isCut = rows.some(({ cells }) => cells.some(({ isLater }) => isLater));
  const hasRest = columns.some(({ isRest }) => isRest);
  const isLog = columns[0]?.name === "at";
  const id = `all-of-${caption.toLowerCase().replace(/\W+/g, "-")}`;
  return (
    // Focusable, so that a wide table can be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe asks for it (scrollable-region-focusable)
    <section className={`office-table${hasRest ? " led" : ""}${isLog ? " log" : ""}`} tabIndex={0} aria-label={caption}>
      {isCut || hasRest ? (
        <>
          <input type="checkbox" id={id} className="whole-rows" /> <label htmlFor={id}>Show all of each row</label>
        </>
      ) : null}
      <table aria-label={caption}>
        <thead>
          <tr>
            {canTick ? (
              <th scope="col" className="tick">
                Tick
              </th>
            ) : null}
            {columns.map(({ name, label, sortHref, sorted, isRest }) => (
              <th key={name} scope="col" aria-sort={sorted} className={isRest ? "rest" : undefined}>
                {sortHref ? <a href={sortHref}>{label}</a> : label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells, tick }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own, and never move
            <tr key={at}>
              {canTick ? (
                <td data-label="Tick" className={cells.some(({ leads }) => leads) ? "cell tick second" : "cell tick"}>
                  {tick ? <input type="checkbox" name="waybill" value={tick} aria-label={tick} /> : null}
                </td>
              ) : null}
              {cells.map((cell, column) => {
                const Kind = cell === headOf(cells) ? "th" : "td";
                return (
                  <Kind
                    key={columns[column]?.name}
                    scope={Kind === "th" ? "row" : undefined}
                    data-label={columns[column]?.label}
                    className={`cell ${classesOf(cell)}`}
                  >
                    {cell.text === "" ? null : <CellText cell={cell} />}
                  </Kind>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** What a row is about, which a screen reader says with each of its cells: a person or, without one, what stands first. */
function headOf(cells: readonly Cell[]): Cell | undefined {
  const told = cells.filter(({ text }) => text !== "");
  return told.find(({ leads }) => leads === "person") ?? told[0];
}

function classesOf({ text, href, said, isNumber, isLater, isRest, isOver, leads, spoken }: Cell): string {
  const width = isNumber ? "number" : text.length <= LONGEST_BRIEF ? "brief" : "sentence";
  return [
    width,
    WHOLE.test(text) && "whole",
    // A phone, or one of our numbers.
    (said || href) && WHOLE.test(text) && "itself",
    isOver && "over",
    isRest && "rest",
    isLater && "later",
    leads && `lead ${leads}`,
    spoken && "says-all",
  ]
    .filter(Boolean)
    .join(" ");
}

function CellText({ cell: { text, href, spoken, said, more } }: { cell: Cell }) {
  if (more)
    return (
      <details className="message">
        <summary>{text}</summary>
        <p className="words">{more}</p>
      </details>
    );
  if (!href) return said ? <SaidWords said={said} /> : withPhonesWhole(text);
  return (
    <a href={href} aria-label={spoken}>
      {text}
    </a>
  );
}
