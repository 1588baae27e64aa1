import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { officePage } from "#app/http/office/office-answer.server";
import { type OfficeHere, requireOffice, requireOfficeForm, requireUsable } from "#app/http/office/office-guard.server";
import { onward } from "#app/http/pages/private-page.server";
import { type Command, readsMany } from "#app/staff/command";
import type { Desk } from "#app/staff/desk.server";
import type { PageResult } from "#app/staff/office/a-command-page";
import { lookAtCommand } from "#app/staff/office/command-look";
import { openCommand, press } from "#app/staff/office/command-page.server";
import { commandAt, officeDesk } from "#app/staff/office/office-desk.server";
import type { FieldTexts } from "#app/staff/office/page-call.server";
import { postedIn, typedIn } from "#app/staff/office/posted.server";
import { commandInThread } from "#app/staff/office/threads.server";
import { Facts } from "#app/ui/office/answer-panel";
import { CommandForm } from "#app/ui/office/command-form";
import { CommandResult } from "#app/ui/office/command-result";
import { OfficeShell } from "#app/ui/office/office-shell";
import { SaidWords } from "#app/ui/office/said";
import { privateMetaOf } from "#app/ui/shell/page-meta";

export const meta = privateMetaOf<typeof loader>(({ title }) => title);

/** A command with what its address says already, such as a number: `/office/do/mark?waybill=TH4821093753`. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const { command, desk } = await opened(request, context, params.command, person);
  const query = typedQuery(request);
  const typed = typedIn(query);
  const isGiven = query.has("given");
  const posted = { intent: "", typed, form: null };
  const result =
    isGiven && readsMany(command, typed)
      ? await commandInThread(command, "open", posted, desk)
      : await openCommand(command, typed, desk, isGiven);
  return answer(command, typed, result, desk, person);
}

/** Check and Do it. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const { person, form } = await requireOfficeForm(request, context);
  const { command, desk } = await opened(request, context, params.command, person);
  const posted = await postedIn(command, form, desk.now);
  const result = readsMany(command, posted.typed)
    ? await commandInThread(command, "press", posted, desk)
    : await press(command, posted, desk, person.id);
  return answer(command, posted.typed, result, desk, person);
}

async function opened(request: Request, context: AppLoadContext, address: string | undefined, person: OfficeHere) {
  const now = new Date();
  const command = requireUsable(request, person, commandAt(address), now);
  return { command, desk: officeDesk(context, person, now) };
}

function answer(command: Command, typed: FieldTexts, result: PageResult, { views, now }: Desk, person: OfficeHere) {
  views.close();
  if ("leadsTo" in result) throw onward(result.leadsTo);
  const hidden = { ...result.page.hidden, token: person.formToken };
  const page = { ...result.page, hidden };
  return officePage(person, lookAtCommand(command, typed, result.page), page, now, result.status);
}

export default function OfficeCommand() {
  const blank = useLoaderData<typeof loader>();
  const page = useActionData<typeof action>() ?? blank;
  const { pathname } = useLocation();
  const { title, summary, more, known, fields, state, buttons, hidden, result } = page;
  const isDone = result?.kind === "done" || result?.kind === "looked";
  const isChecked = result?.kind === "preview" || result?.kind === "changed";
  return (
    <OfficeShell path={pathname}>
      <h1>{title}</h1>
      {result ? <CommandResult result={result} /> : null}
      {isDone ? <h2>Once more</h2> : isChecked ? null : <p>{summary}</p>}
      {known ? <Facts facts={known} /> : null}
      <CommandForm action={page.sentTo} {...{ fields, state, hidden, buttons }} isAsking={page.isAsking} />
      {more.length > 0 ? (
        <p className="hint">
          <SaidWords said={more} />
        </p>
      ) : null}
    </OfficeShell>
  );
}
