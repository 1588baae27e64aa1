import type { LoaderFunctionArgs } from "@remix-run/node";
import { statementPdf } from "#app/domain/bookings/statements/statement-pdf.server";
import { asFile } from "#app/http/pages/as-file.server";
import { ownStatement } from "#app/http/pages/own-statement.server";
import { siteAddress } from "#app/http/pages/site-address.server";

/** A month of the signed-in customer as a PDF, to print or forward. */
export async function loader({ request, params: { month }, context }: LoaderFunctionArgs) {
  const { statement, account } = await ownStatement(request, context, month);
  const appUrl = siteAddress(request, context.settings);
  const bytes = await statementPdf(statement, { customer: account, appUrl });
  return asFile({ bytes, type: "application/pdf", name: `statement-${month}.pdf`, isSaved: false });
}
