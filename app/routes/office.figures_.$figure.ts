import type { LoaderFunctionArgs } from "@remix-run/node";
import { noteLook } from "#app/domain/office/looks.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { asFile } from "#app/http/pages/as-file.server";
import { figureFile } from "#app/staff/office/figures-page.server";

/** A figure's numbers as CSV. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const file = await figureFile(params.figure);
  if (!file) throw notFound();
  noteLook(person, { what: "exported", view: "figures" }, new Date());
  return asFile(file);
}
