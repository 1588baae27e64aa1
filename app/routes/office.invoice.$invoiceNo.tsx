import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { chargeById } from "#app/domain/money/charges.server";
import { invoiceNumberIn } from "#app/domain/money/invoice";
import { invoiceShown } from "#app/domain/money/invoice-shown";
import { findInvoice } from "#app/domain/money/invoices.server";
import { waybillOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { spokenWaybillNumber } from "#app/domain/parcels/waybill-number";
import { officePage } from "#app/http/office/office-answer.server";
import { notFound, requireOffice } from "#app/http/office/office-guard.server";
import { officePaths } from "#app/paths";
import { ButtonRow, PrintButton } from "#app/ui/forms/button";
import { OfficeShell } from "#app/ui/office/office-shell";
import { privateMetaOf } from "#app/ui/shell/page-meta";
import { InvoicePaper } from "#app/ui/shipments/invoice-paper";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";

export const handle = { enhance: true };
export const meta = privateMetaOf<typeof loader>(({ title, invoiceNo }) => `${title} ${invoiceNo}`);

/** A tax invoice or a credit note as its customer has it, for everybody of the office. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const person = await requireOffice(request, context);
  const { store } = context.services;
  const invoice = await findInvoice(store.read, invoiceNumberIn(params.invoiceNo ?? "") ?? "");
  const quote = invoice && (await quoteById(store.read, invoice.quoteId));
  if (!invoice || !quote) throw notFound();
  const waybill = await waybillOfQuote(store.read, quote.id);
  const charge = await chargeById(store.read, invoice.chargeId ?? "");
  const { mode, invoiceNo, title, paper } = invoiceShown(
    invoice,
    waybill && spokenWaybillNumber(waybill.waybillNo),
    charge,
  );
  const number = waybill?.waybillNo ?? quote.quoteNo;
  const page = { mode, invoiceNo, title, paper, bookingHref: officePaths.one(number) };
  return officePage(person, { what: "looked at", number }, page, new Date());
}

export default function OfficeInvoice() {
  const { mode, title, paper, bookingHref } = useLoaderData<typeof loader>();
  return (
    <OfficeShell path={useLocation().pathname}>
      <h1 className="no-print">{title}</h1>
      <div className="slips">
        <PaymentModeNotice mode={mode} />
        <InvoicePaper {...paper} title={title} />
      </div>
      <p className="no-print">
        <a href={bookingHref}>Its booking</a>
      </p>
      <ButtonRow>
        <PrintButton>Print</PrintButton>
      </ButtonRow>
    </OfficeShell>
  );
}
