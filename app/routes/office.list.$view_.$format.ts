import type { LoaderFunctionArgs } from "@remix-run/node";
import { noteLook } from "#app/domain/office/looks.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { asFile, notAnotherFile } from "#app/http/pages/as-file.server";
import { services } from "#app/services.server";
import { listFile, viewAt } from "#app/staff/office/list-page.server";
import { officeDesk } from "#app/staff/office/office-desk.server";

/** A whole list, or what its filter leaves, as CSV or JSON. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const { store } = await services();
  const desk = officeDesk(store, person, new Date());
  try {
    const view = viewAt(params.view, desk);
    const format = (["csv", "json"] as const).find((known) => known === params.format);
    if (!view || !format) throw notFound();
    const given = await listFile(view, format, new URL(request.url).searchParams, desk);
    if ("refusal" in given) return notAnotherFile(given.refusal);
    noteLook(person, { what: "exported", view, rows: given.rows }, desk.now);
    return asFile(given.file);
  } finally {
    desk.views.close();
  }
}
