import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { hrefOfCell, statementShown } from "#app/domain/bookings/statements/statement-shown.server";
import { isCalendarMonth, monthAfter, monthInWords, saMonth } from "#app/domain/values/calendar-month";
import { ownStatement } from "#app/http/pages/own-statement.server";
import { privately } from "#app/http/pages/private-page.server";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { accountPaths } from "#app/paths";
import { EachApart } from "#app/ui/apart";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { FactList } from "#app/ui/shipments/summary-card";

/** A month of a big shop is too heavy for a phone; its files have all of it. */
const MOST_LINES = 50;

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ title }) => title);

/** A month of the signed-in customer: its invoices and credit notes, and what is paid. */
export async function loader({ request, params: { month = "" }, context }: LoaderFunctionArgs) {
  const { statement } = await ownStatement(request, context, month);
  const { title, columns, rows, totals, sentences, pay } = statementShown(statement);
  const words = messagesCatalogue().statement;
  const paper = columns.length - columns.filter(({ isAmount }) => isAmount).length - 1;
  const shown = rows.slice(0, MOST_LINES).map((cells) => ({
    title: cells[paper]?.text ?? "",
    number: cells[paper]?.invoiceNo ?? "",
    href: hrefOfCell(cells[paper] ?? { text: "" }),
    facts: cells.flatMap(({ text }, at) => (at === paper ? [] : [{ label: columns[at]?.label ?? "", value: text }])),
  }));
  const linkTo = (other: string) => ({
    href: accountPaths.statement(other),
    words: plainText(words.title(monthInWords(other))),
  });
  const page = {
    ...{ title, pay },
    sentences: rows.length > MOST_LINES ? [...sentences, plainText(words.more(MOST_LINES, rows.length))] : sentences,
    totals:
      rows.length > 0
        ? columns.flatMap(({ label, isAmount }, at) => (isAmount ? [{ label, value: totals[at] ?? "" }] : []))
        : [],
    shown,
    files: [
      { href: accountPaths.statement(month, ".pdf"), words: plainText(words.pdf) },
      { href: accountPaths.statement(month, ".csv"), words: plainText(words.csv) },
    ],
    months: [monthAfter(month, -1), monthAfter(month, 1)]
      .filter((each) => isCalendarMonth(each) && each <= saMonth(statement.madeAt))
      .map(linkTo),
  };
  return json(page, privately());
}

export default function StatementPage() {
  const { title, pay, sentences, totals, shown, files, months } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>{title}</h1>
      <FactList facts={totals} />
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {pay.length > 0 ? (
        <ButtonRow>
          {pay.map(({ href, words }) => (
            <ButtonLink key={href} href={href}>
              {words}
            </ButtonLink>
          ))}
        </ButtonRow>
      ) : null}
      <ButtonRow>
        {files.map(({ href, words }, at) => (
          <ButtonLink key={href} href={href} plain={pay.length > 0 || at > 0}>
            {words}
          </ButtonLink>
        ))}
      </ButtonRow>
      <ul className="stack">
        {shown.map(({ title, number, href, facts }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no key of their own, and never move
          <li className="card" key={at}>
            <h2>
              {href ? (
                <a href={href}>
                  {title.replace(number, "")}
                  <span className="nowrap">{number}</span>
                </a>
              ) : (
                title
              )}
            </h2>
            <FactList facts={facts} />
          </li>
        ))}
      </ul>
      <p className="links">
        <EachApart>
          {months.map(({ href, words }) => (
            <a key={href} href={href}>
              {words}
            </a>
          ))}
        </EachApart>
      </p>
    </>
  );
}
