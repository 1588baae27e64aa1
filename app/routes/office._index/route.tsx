import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { firstManagerFor } from "#app/http/office/first-manager.server";
import { officePage } from "#app/http/office/office-answer.server";
import { requireOffice } from "#app/http/office/office-guard.server";
import { onward } from "#app/http/pages/private-page.server";
import { officePaths } from "#app/paths";
import { FirstManager } from "#app/routes/office._index/first-manager";
import { dayOnOneScreen, searchFor } from "#app/staff/office/day-and-search.server";
import { officeDesk } from "#app/staff/office/office-desk.server";
import { pageOfPerson } from "#app/staff/office/one-page.server";
import { AnswerPanel } from "#app/ui/office/answer-panel";
import { OfficeShell } from "#app/ui/office/office-shell";
import { One } from "#app/ui/office/one-page";
import { privatePageMeta } from "#app/ui/shell/page-meta";

const LONGEST_SOUGHT = 200;

export const meta: MetaFunction = () => privatePageMeta("Office");

/**
 * Today on one screen; with `?find=` what a search finds, or the page of whoever has that email, phone or name. A whole
 * number leads to its page. Before anybody is in the office, how its first manager is made.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const untilSomebodyIsThere = await firstManagerFor(request, context);
  if (untilSomebodyIsThere) return untilSomebodyIsThere;
  const person = await requireOffice(request, context);
  const desk = officeDesk(context, person, new Date());
  const sought = (new URL(request.url).searchParams.get("find") ?? "").trim().slice(0, LONGEST_SOUGHT);
  try {
    const found = sought
      ? ((await pageOfPerson(sought, desk)) ?? (await searchFor(sought, desk)))
      : await dayOnOneScreen(desk);
    if ("leadsTo" in found) return onward(found.leadsTo);
    if ("page" in found) {
      const shown = { one: found.page, sought, token: person.formToken };
      return officePage(person, { what: "looked at", ...found.look }, shown, desk.now);
    }
    const look = { what: sought ? "searched" : "looked at", rows: found.answer.table?.rows.length } as const;
    return officePage(person, look, { ...found, sought, name: person.name }, desk.now);
  } finally {
    desk.views.close();
  }
}

export default function Office() {
  const page = useLoaderData<typeof loader>();
  if ("line" in page) return <FirstManager line={page.line} />;
  if ("one" in page)
    return (
      <OfficeShell path="" sought={page.sought}>
        <One page={page.one} token={page.token} />
      </OfficeShell>
    );
  const { answer, idle, machine, sought, name } = page;
  return (
    <OfficeShell path={sought ? "" : officePaths.home} sought={sought}>
      <h1>{sought ? `Found for “${sought}”` : "Today"}</h1>
      {sought ? null : (
        <p className="soft">
          {name} · <a href={officePaths.signIn()}>Sign out</a>
        </p>
      )}
      <div className="wide">
        <AnswerPanel answer={answer} caption={sought ? "What was found" : "What there is to do"} />
      </div>
      {machine ? <p className="soft">{machine}</p> : null}
      {idle.length > 0 ? (
        <details className="soft">
          <summary>
            Nothing to do in {idle.length} other {idle.length === 1 ? "list" : "lists"}
          </summary>
          <ul className="idle">
            {idle.map((work: string) => (
              <li key={work}>{work}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </OfficeShell>
  );
}
