import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { officePage } from "#app/http/office/office-answer.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { privately } from "#app/http/pages/private-page.server";
import { officePaths } from "#app/paths";
import { type CommandName, headings } from "#app/staff/commands/all";
import { usableOf } from "#app/staff/office/office-actions.server";
import { addressOf, commandAt, mayUse } from "#app/staff/office/office-desk.server";
import { titleOf } from "#app/staff/office/on-page.server";
import { offered } from "#app/staff/office/search.server";
import { OfficeShell } from "#app/ui/office/office-shell";
import { privatePageMeta } from "#app/ui/shell/page-meta";

export const meta: MetaFunction = () => privatePageMeta("Do");

/** What a day in the office needs most, in the order of the day. */
const mostUsed = [
  ...(["tell", "agree", "mark", "assign", "change booking", "note booking", "answer case", "price quote"] as const),
] satisfies CommandName[];

/** What the person may use, under the headings of the help. Rows that were ticked in a list lead on to their command. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const query = typedQuery(request);
  const chosen = query.get("command");
  if (chosen) {
    query.delete("command");
    const command = commandAt(addressOf(chosen));
    if (!command || !mayUse(person, command)) throw notFound();
    throw redirect(`${officePaths.do(command.name)}?${query}`, { ...privately(), status: 303 });
  }
  const desk = { officePerson: person };
  const first = offered(usableOf(desk, mostUsed), desk).map(({ title, href }) => ({ title, href }));
  const usable = headings.map(([heading, commands]) => ({
    heading,
    commands: commands
      .filter((command) => mayUse(person, command))
      .map(({ name, summary }) => ({ name, title: titleOf(name), summary })),
  }));
  const shown = { first, headings: usable.filter(({ commands }) => commands.length > 0) };
  return officePage(person, "nothing stored", shown, new Date());
}

export default function OfficeCommands() {
  const { first, headings: usable } = useLoaderData<typeof loader>();
  return (
    <OfficeShell path={officePaths.commands}>
      <h1>Do</h1>
      <p>Or say in the box above what you want, with a number if you have it: “lost phone”, “another day TH…”.</p>
      <ul className="most-used">
        {first.map(({ title, href }) => (
          <li key={href}>
            <a className="button plain" href={href}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      <div className="wide office-commands">
        {usable.map(({ heading, commands }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <ul>
              {commands.map(({ name, title, summary }) => (
                <li key={name}>
                  <a href={officePaths.do(name)}>{title}</a> <span className="soft">{summary}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </OfficeShell>
  );
}
