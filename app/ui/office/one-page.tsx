import { officePaths } from "#app/paths";
import { Button } from "../forms/button";
import { HiddenFields } from "../forms/hidden-fields";
import { Facts, RowsTable, type ShownTable } from "./answer-panel";

/** What one number stands for. */
export type OnePage = {
  title: string;
  state: string;
  sections: { title: string; facts?: { label: string; text: string; href?: string }[]; table?: ShownTable }[];
  /** What can be done with it now. */
  actions: { words: string; href: string }[];
  /** The waybill number, if it has a photo. */
  photo: string | null;
};

/** A parcel, quote, customer, driver or application, with what can be done with it now. */
export function One({ page, token }: { page: OnePage; token: string }) {
  const { title, state, sections, actions, photo } = page;
  return (
    <>
      <h1>{title}</h1>
      {state ? <p>{state}</p> : null}
      {actions.length > 0 ? (
        <nav aria-label="What can be done now">
          <ul className="office-links">
            {actions.map(({ words, href }) => (
              <li key={words}>
                <a href={href}>{words}</a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
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
