import type { AppLoadContext } from "@remix-run/node";
import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { chargeById } from "#app/domain/money/charges.server";
import type { Invoice } from "#app/domain/money/invoice";
import { invoiceShown } from "#app/domain/money/invoice-shown";
import { findInvoice } from "#app/domain/money/invoices.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { isNameless, type Quote } from "#app/domain/parcels/quotes/quote";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { typedQuery } from "#app/http/forms/typed-form.server";
import { privately } from "#app/http/pages/private-page.server";
import { allowedHere } from "#app/http/sign-in/allowed-by-link.server";
import { isBookedHere } from "#app/http/sign-in/booked-here.server";
import { paths } from "#app/paths";
import { ButtonRow, PrintButton } from "#app/ui/forms/button";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { InvoicePaper } from "#app/ui/shipments/invoice-paper";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ title, invoiceNo }) => `${title} ${invoiceNo}`);

/** For whoever booked, or has the signed link from our email. Not found for anybody else. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { store } = context.services;
  const invoice = await findInvoice(store.read, params.invoiceNo ?? "");
  const quote = invoice && (await quoteById(store.read, invoice.quoteId));
  if (!invoice || !quote || !(await maySee(request, context, invoice, quote)))
    throw new Response("Not Found", { status: 404 });
  const waybill = await waybillOfQuote(store.read, quote.id);
  const charge = await chargeById(store.read, invoice.chargeId ?? "");
  const query = typedQuery(request);
  const isFirst = query.has("first") && invoice.firstCustomer !== null;
  const shown = isFirst ? { ...invoice, customer: invoice.firstCustomer, correctedAt: null } : invoice;
  query.set("first", "1");
  const firstHref = shown.correctedAt ? `?${query}` : null;
  return json(
    { ...invoiceShown(shown, waybill && spokenWaybillNumber(waybill.waybillNo), charge), firstHref },
    privately(),
  );
}

/** The link ends with the booking's names. */
function maySee(request: Request, context: AppLoadContext, { invoiceNo }: Invoice, quote: Quote) {
  return isNameless(quote)
    ? isBookedHere(quote, request, context)
    : allowedHere(request, context, quote, paths.invoice(invoiceNo));
}

export default function InvoicePage() {
  const { mode, title, paper, question, firstHref } = useLoaderData<typeof loader>();
  return (
    <SiteShell shortFooter>
      <h1 className="no-print">{title}</h1>
      <div className="slips">
        <PaymentModeNotice mode={mode} />
        <InvoicePaper {...paper} title={title} />
      </div>
      {question ? <p className="no-print">{question}</p> : null}
      {firstHref ? (
        <p className="no-print">
          <a href={firstHref}>See it as it was first issued</a>
        </p>
      ) : null}
      <ButtonRow>
        <PrintButton>Print</PrintButton>
      </ButtonRow>
    </SiteShell>
  );
}
