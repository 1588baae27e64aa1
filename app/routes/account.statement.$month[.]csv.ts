import type { LoaderFunctionArgs } from "@remix-run/node";
import { headingsOfFile, statementRows } from "#app/domain/bookings/statements/statement-shown.server";
import { csv } from "#app/domain/values/csv";
import { asFile } from "#app/http/pages/as-file.server";
import { ownStatement } from "#app/http/pages/own-statement.server";
import { plainText } from "#app/language/plain-text";

/** A month of the signed-in customer for a spreadsheet. */
export async function loader({ request, params: { month }, context }: LoaderFunctionArgs) {
  const { statement } = await ownStatement(request, context, month);
  const headings = headingsOfFile(statement);
  const columns = headings.map(({ column }) => column);
  const words = headings.map(({ words }) => plainText(words));
  const bytes = Buffer.from(csv(columns, statementRows(statement), "spreadsheet", words));
  return asFile({ bytes, type: "text/csv; charset=utf-8", name: `statement-${month}.csv`, isSaved: true });
}
