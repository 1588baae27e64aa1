import type { LoaderFunctionArgs } from "@remix-run/node";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { officeFile } from "#app/http/office/office-answer.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { notAnotherFile } from "#app/http/pages/as-file.server";
import { askedOfFile, listFile, viewAt } from "#app/staff/office/list-page.server";
import { copyNote, isCopied, officeDesk } from "#app/staff/office/office-desk.server";

/** A whole list, or what its filter leaves, as CSV or JSON. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  if (!isCopied(context.settings)) return notAnotherFile(copyNote(context.settings) ?? "", 503);
  const desk = officeDesk(context, person, new Date());
  try {
    const view = viewAt(params.view, desk);
    const format = (["csv", "json"] as const).find((known) => known === params.format);
    if (!view || !format) throw notFound();
    const query = typedQuery(request);
    const asked = await askedOfFile(context.settings, view, format, query);
    const given = await listFile(context.settings, view, format, query, desk);
    if ("refusal" in given) return notAnotherFile(given.refusal);
    return officeFile(context, person, { what: "exported", view, asked, rows: given.rows }, given.file, desk.now);
  } finally {
    desk.views.close();
  }
}
