import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { officePage } from "#app/http/office/office-answer.server";
import { requireOffice } from "#app/http/office/office-guard.server";
import { officePaths } from "#app/paths";
import { figures } from "#app/staff/office/figures-page.server";
import { copyNote } from "#app/staff/office/office-desk.server";
import { RowsTable } from "#app/ui/office/answer-panel";
import { BarChart, LyingBars } from "#app/ui/office/bar-chart";
import { OfficeShell } from "#app/ui/office/office-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const meta: MetaFunction = () => privatePageMeta("Figures");

export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const now = new Date();
  const all = await figures(context.settings, now);
  return officePage(person, { what: "looked at", view: "figures" }, { all, note: copyNote(context.settings) }, now);
}

export default function OfficeFigures() {
  const { all, note } = useLoaderData<typeof loader>();
  return (
    <OfficeShell path={officePaths.figures}>
      <h1>Figures</h1>
      {note ? <p role="status">{note}</p> : null}
      <div className="figures">
        {all.map(({ name, title, words, charts, table }) => (
          <section key={name} className="figure">
            <h2>{title}</h2>
            <p>{words}</p>
            {charts.map(({ isLying, ...chart }) =>
              isLying ? (
                <LyingBars key={chart.unit} bars={chart.bars} words={chart.words} />
              ) : (
                <BarChart key={chart.unit} {...chart} />
              ),
            )}
            {table.rows.length > 0 ? (
              <details>
                <summary>The numbers</summary>
                <RowsTable table={table} caption={title} />
              </details>
            ) : null}
            <p>
              <a href={officePaths.figure(name)}>As CSV</a>
            </p>
          </section>
        ))}
      </div>
    </OfficeShell>
  );
}
