import type { ActionFunctionArgs } from "@remix-run/node";
import { officeFile } from "#app/http/office/office-answer.server";
import { notFound, requireOfficeForm, requireUsable } from "#app/http/office/office-guard.server";
import { notAnotherFile } from "#app/http/pages/as-file.server";
import { onward } from "#app/http/pages/private-page.server";
import { readsMany } from "#app/staff/command";
import { aboutCommand } from "#app/staff/office/command-look";
import { giveFile } from "#app/staff/office/command-page.server";
import { givenInThread } from "#app/staff/office/files.server";
import { commandAt, officeDesk } from "#app/staff/office/office-desk.server";
import { postedIn } from "#app/staff/office/posted.server";

/** It is only for the button: opened, it is no page. */
export function loader() {
  throw notFound();
}

/** The button of a command that gives something: a PDF opens in the browser, data is saved, and a page shows the rest. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { person, form } = await requireOfficeForm(request, context);
  const now = new Date();
  const command = requireUsable(request, person, commandAt(params.command), now);
  const posted = await postedIn(command, form, now);
  const desk = officeDesk(context, person, now);
  const given = readsMany(command, posted.typed)
    ? await givenInThread(command, posted, desk)
    : await giveFile(command, posted, desk);
  desk.views.close();
  if ("refusal" in given) return notAnotherFile(given.refusal);
  if ("leadsTo" in given) return onward(given.leadsTo);
  const look = { what: "exported", ...aboutCommand(command, posted.typed), rows: given.rows } as const;
  return officeFile(context, person, look, given.file, now);
}
