import { json, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "#app/brand";
import { company } from "#app/company.server";
import { settings } from "#app/config.server";
import { type PayfastField, payfastFields } from "#app/domain/payments/payfast-fields.server";
import { signRequest } from "#app/domain/payments/payfast-signature.server";
import { isPaid } from "#app/domain/payments/payment-state";
import type { Quote } from "#app/domain/quotes/quote";
import { quoteById } from "#app/domain/quotes/saved-quotes.server";
import { formatRand } from "#app/domain/values/money";
import { gateway } from "#app/http/gateway.server";
import { privately } from "#app/http/private-page.server";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";
import { FactList } from "#app/ui/shipments/summary-card";

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Pay for your parcel");

/** The hand-over to the payment page. The amount is the saved quote's, and the one that is shown is the one signed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { store } = await company();
  const quote = await quoteById(store.read, params.quoteId ?? "");
  if (!quote?.bookedAt || quote.grandTotalCents === null) throw new Response("Not Found", { status: 404 });
  if (isPaid(quote.status) || quote.status === "cancelled")
    return redirect(paths.payfastReturn(quote.id), privately(302));

  const form = signedForm(quote, quote.grandTotalCents);
  const page = {
    mode: settings().payfast.mode,
    quoteNo: quote.quoteNo,
    item: brand.itemNames[quote.journey],
    amount: formatRand(quote.grandTotalCents),
    isCancelled: new URL(request.url).searchParams.has("cancelled") || quote.status === "payfast_cancelled",
    isFailed: quote.status === "payfast_failed",
    form,
    statusHref: paths.payfastReturn(quote.id),
  };
  return json(page, privately());
}

export default function StartPayment() {
  const { mode, quoteNo, item, amount, isCancelled, isFailed, form, statusHref } = useLoaderData<typeof loader>();
  return (
    <>
      <h1>Pay {amount}</h1>
      <PaymentModeNotice mode={mode} />
      {isCancelled || isFailed ? (
        <Notice tone="info" title={isFailed ? "The payment failed" : "The payment was cancelled"}>
          <p>Nothing was charged, and your booking is kept. You can try the payment again.</p>
        </Notice>
      ) : null}
      <section className="card sign">
        <FactList
          facts={[
            { label: "What you pay for", value: item },
            { label: "Quote number", value: quoteNo },
            { label: "Amount, VAT included", value: amount },
          ]}
        />
      </section>
      {form.ok ? (
        <form method="post" action={form.action} className="form" data-once>
          <HiddenFields fields={Object.fromEntries(form.fields)} />
          <ButtonRow>
            <Button busyLabel="Opening the payment page…">
              {isCancelled || isFailed ? "Try the payment again" : "Pay now"}
            </Button>
            <ButtonLink plain href={statusHref}>
              I have paid already
            </ButtonLink>
          </ButtonRow>
          <p className="hint">You pay on the payment page of PayFast. We never see your card number.</p>
        </form>
      ) : (
        <Notice tone="bad" title="Could not start payment.">
          <p>{form.refusal}</p>
          <p>Your booking is kept. Phone us at {brand.phone.supportShown} and say your quote number.</p>
        </Notice>
      )}
    </>
  );
}

type HandOver = { ok: true; action: string; fields: PayfastField[] } | { ok: false; refusal: string };

function signedForm(quote: Quote, amountCents: number): HandOver {
  const { appUrl } = settings();
  const account = gateway();
  const ready = payfastFields({
    merchantId: account?.merchantId ?? "",
    merchantKey: account?.merchantKey ?? "",
    returnUrl: appUrl + paths.payfastReturn(quote.id),
    cancelUrl: appUrl + paths.payfastStart(quote.id, { cancelled: "1" }),
    notifyUrl: appUrl + paths.payfastNotify,
    quoteId: quote.id,
    buyerEmail: quote.email,
    amountCents,
    itemName: brand.itemNames[quote.journey],
    itemDescription:
      quote.journey === "publicQuote"
        ? "Courier booking"
        : quote.type === "local"
          ? "Local courier booking"
          : `To ${quote.toCountry}`,
  });
  if (!ready.ok) return ready;
  const signature = signRequest(ready.fields, account?.passphrase ?? "");
  return { ok: true, action: account?.processUrl ?? "", fields: [...ready.fields, ["signature", signature]] };
}
