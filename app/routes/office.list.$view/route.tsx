import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { officePage } from "#app/http/office/office-answer.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { officePaths } from "#app/paths";
import { FilterForm } from "#app/routes/office.list.$view/filter-form";
import { beforeTheCopy, listPage, viewAt } from "#app/staff/office/list-page.server";
import { officeDesk } from "#app/staff/office/office-desk.server";
import { Button, ButtonRow } from "#app/ui/forms/button";
import { RowsTable } from "#app/ui/office/answer-panel";
import { OfficeShell } from "#app/ui/office/office-shell";
import { privateMetaOf } from "#app/ui/shell/page-meta";

export const meta = privateMetaOf<typeof loader>(({ title }) => title);

/**
 * A view as a table, fifty rows a page: `?in=status&has=late`, `?sort=receiver&order=descending`, and the rows that a line
 * of Today counts, `?work=collect-today`.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const desk = officeDesk(context, person, new Date());
  try {
    const nothing = beforeTheCopy(context.settings);
    if (nothing) return officePage(person, "nothing stored", nothing, desk.now);
    const view = viewAt(params.view, desk);
    if (!view) throw notFound();
    const page = await listPage(context.settings, view, typedQuery(request), desk);
    const { asked } = page;
    return officePage(person, { what: "looked at", view, asked, rows: page.table.rows.length }, page, desk.now);
  } finally {
    desk.views.close();
  }
}

export default function OfficeList() {
  const page = useLoaderData<typeof loader>();
  const { title, purpose, table, columns, filters, only, sort, actions, links, notes } = page;
  const { pathname } = useLocation();
  if (!links)
    return (
      <OfficeShell path={pathname}>
        <h1>{title}</h1>
        <ListNotes notes={notes} />
      </OfficeShell>
    );
  const rows = table.rows.length > 0 ? <RowsTable table={table} caption={title} /> : <p>No rows.</p>;
  return (
    <OfficeShell path={pathname}>
      <h1>{only?.work ?? title}</h1>
      {only ? (
        <p>
          Only these, of the list “{title}”. <a href={only.allHref}>Show the whole list</a>
        </p>
      ) : (
        <p>{purpose}</p>
      )}
      <ListNotes notes={notes} />
      <FilterForm columns={columns} filters={filters} sort={sort} work={only?.address} />
      {actions.length > 0 && table.rows.length > 0 ? (
        <form action={officePaths.commands} className="wide ticked">
          <p className="no-print">
            Tick rows, then choose <a href="#ticked">what to do with them</a>.
          </p>
          {rows}
          <ButtonRow>
            <span id="ticked">With what is ticked:</span>
            {actions.map(({ command, words }) => (
              <Button key={command} plain name="command" value={command}>
                {words}
              </Button>
            ))}
          </ButtonRow>
        </form>
      ) : (
        <div className="wide">{rows}</div>
      )}
      <ul className="office-links">
        {links.next ? (
          <li>
            <a href={links.next}>Next rows</a>
          </li>
        ) : null}
        <li>
          <a href={links.csv}>All of it as CSV</a>
        </li>
        <li>
          <a href={links.json}>as JSON</a>
        </li>
        <li>
          <a href={officePaths.list("help")}>All lists</a>
        </li>
      </ul>
    </OfficeShell>
  );
}

function ListNotes({ notes }: { notes: string[] }) {
  return notes.map((note) => (
    <p key={note} role="status">
      {note}
    </p>
  ));
}
