import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { firstManagerFor } from "#app/http/office/first-manager.server";
import { officePage } from "#app/http/office/office-answer.server";
import { requireOffice } from "#app/http/office/office-guard.server";
import { onward } from "#app/http/pages/private-page.server";
import { officePaths } from "#app/paths";
import { FirstManager } from "#app/routes/office._index/first-manager";
import { officeDesk } from "#app/staff/office/office-desk.server";
import { pageOfPerson } from "#app/staff/office/one-page.server";
import { type AskedFor, type OfferedCommand, searchFor } from "#app/staff/office/search.server";
import { dayOnOneScreen } from "#app/staff/office/todays-page.server";
import { AnswerPanel } from "#app/ui/office/answer-panel";
import { OfficeShell } from "#app/ui/office/office-shell";
import { One } from "#app/ui/office/one-page";
import { Today } from "#app/ui/office/today";
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
  const sought = (typedQuery(request).get("find") ?? "").trim().slice(0, LONGEST_SOUGHT);
  try {
    if (!sought) {
      const day = await dayOnOneScreen(desk);
      const rows = day.groups.reduce((all, { work }) => all + work.length, 0);
      return officePage(person, { what: "looked at", rows }, { day, name: person.name }, desk.now);
    }
    const found = (await pageOfPerson(sought, desk)) ?? (await searchFor(sought, desk));
    if ("leadsTo" in found) return onward(found.leadsTo);
    if ("page" in found) {
      const shown = { one: found.page, sought, token: person.formToken };
      return officePage(person, { what: "looked at", ...found.look }, shown, desk.now);
    }
    const look = { what: "searched", rows: found.answer.table?.rows.length } as const;
    return officePage(person, look, { ...found, sought }, desk.now);
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
  if ("day" in page)
    return (
      <OfficeShell path={officePaths.home}>
        <Today {...page} />
      </OfficeShell>
    );
  const { answer, sought, commands, others } = page;
  return (
    <OfficeShell path="" sought={sought}>
      <h1>Found for “{sought}”</h1>
      {commands.length + others.length > 0 ? (
        <section className="office-commands">
          <h2>What you can do</h2>
          <ul>
            {commands.map(({ title, href, summary }: OfferedCommand) => (
              <li key={href}>
                <a href={href}>{title}</a> <span className="soft">{summary}</span>
              </li>
            ))}
            {others.map(({ title, summary }: AskedFor) => (
              <li key={title}>
                {title} <span className="soft">{summary}</span>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className="wide">
        <AnswerPanel answer={answer} caption="What was found" />
      </div>
    </OfficeShell>
  );
}
