import type { LoaderFunctionArgs } from "@remix-run/node";
import { officeFile } from "#app/http/office/office-answer.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { notAnotherFile } from "#app/http/pages/as-file.server";
import { figureFile } from "#app/staff/office/figures-page.server";
import { copyNote, isCopied } from "#app/staff/office/office-desk.server";

/** A figure's numbers as CSV. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  if (!isCopied(context.settings)) return notAnotherFile(copyNote(context.settings) ?? "", 503);
  const file = await figureFile(context.settings, params.figure);
  if (!file) throw notFound();
  return officeFile(context, person, { what: "exported", view: "figures" }, file, new Date());
}
