import { officePaths } from "#app/paths";
import { Button } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { type Cell, Facts, RowsTable, type ShownTable } from "./answer-panel";
import { type Lead, ParcelLead } from "./parcel-lead";

/** What one number stands for. */
export type OnePage = {
  title: string;
  /** As it is stored, if the title has it in groups. */
  number?: string;
  /** Of a parcel or a quote: what is the matter with it, and what is done first. */
  lead?: Lead;
  state: string;
  sections: { title: string; facts?: (Cell & { label: string })[]; table?: ShownTable }[];
  /** What can be done with it now. */
  actions: { words: string; href: string }[];
  /** The waybill number, if it has a photo. */
  photo: string | null;
};

/** A parcel, quote, customer, driver or application, with what can be done with it now. */
export function One({ page, token }: { page: OnePage; token: string }) {
  const { title, lead, state, sections, actions, photo } = page;
  return (
    <>
      {lead ? <ParcelLead lead={lead} /> : <h1>{title}</h1>}
      {state ? <p>{state}</p> : null}
      {lead ? <More lead={lead} actions={actions} /> : <Actions actions={actions} />}
      {photo ? (
        <form method="post" action={officePaths.given("proof")}>
          <HiddenFields fields={{ token, waybill: photo, photo: "on" }} />
          <Button plain name="intent" value="give">
            Open the photo
          </Button>
        </form>
      ) : null}
      <div className="office-parts">
        {sections.map((section) => (
          <section key={section.title} className={section.table ? "whole" : undefined}>
            <h2>{section.title}</h2>
            {section.facts ? <Facts facts={section.facts} /> : null}
            {section.table ? <RowsTable table={section.table} caption={section.title} /> : null}
          </section>
        ))}
      </div>
    </>
  );
}

function Actions({ actions }: Pick<OnePage, "actions">) {
  if (actions.length === 0) return null;
  return (
    <nav aria-label="What can be done now">
      <ul className="office-links">
        {actions.map(({ words, href }) => (
          <li key={words}>
            <a href={href}>{words}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What is done more seldom, and the customer's page. */
function More({ lead: { seenBy }, actions }: { lead: Lead; actions: OnePage["actions"] }) {
  const all = [...actions, ...(seenBy ? [{ words: "What the customer sees", href: seenBy }] : [])];
  if (all.length === 0) return null;
  return (
    <details className="more">
      <summary>More: {all.map(({ words }, at) => (at === 0 ? words : uncapitalised(words))).join(", ")}</summary>
      <Actions actions={all} />
    </details>
  );
}

const uncapitalised = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
