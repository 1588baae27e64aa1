import type { AppLoadContext } from "@remix-run/node";
import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { phoneInOneLine } from "#app/contact";
import { cancelBooking, whyNotCancellable } from "#app/domain/bookings/cancel-booking.server";
import {
  cancellationInWords,
  collectedInWords,
  refundIfCancelled,
} from "#app/domain/bookings/payments/cancelled-in-words.server";
import { isPriceOnAccount } from "#app/domain/money/credit.server";
import { isPaid } from "#app/domain/money/payment-state";
import { historyOfQuote } from "#app/domain/parcels/issue-waybill.server";
import { quoteById } from "#app/domain/parcels/quotes/saved-quotes.server";
import { numberInWords } from "#app/domain/parcels/waybill-number";
import { formatRand } from "#app/domain/values/money";
import { carriedValue } from "#app/http/forms/forms.server";
import { refuseOtherSites } from "#app/http/forms/same-site.server";
import { typedForm } from "#app/http/forms/typed-form.server";
import { unlessUnwritable } from "#app/http/forms/unwritable.server";
import { allow } from "#app/http/limits/rate-limit.server";
import { onward, type PrivateAnswer, privately } from "#app/http/pages/private-page.server";
import { allowedByLink, allowedHere, keyIn } from "#app/http/sign-in/allowed-by-link.server";
import { messageTo } from "#app/http/sign-in/proven-owner.server";
import { paths } from "#app/paths";
import { Aside } from "#app/ui/aside";
import { ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { blankForm } from "#app/ui/forms/field-state";
import { StepForm } from "#app/ui/forms/step-form";
import { TextArea } from "#app/ui/forms/text-area";
import { Notice } from "#app/ui/notice";
import { oldLink } from "#app/ui/shell/old-link";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { SiteShell } from "#app/ui/shell/site-shell";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";

const LONGEST_REASON = 300;

export const handle = { enhance: true };
export const meta: MetaFunction = () => privatePageMeta("Cancel this booking");

/** Asks first; afterwards shows what was done and what happens to the money. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { store } = context.services;
  const { quote, allowed } = await ownBooking(request, context, params.quoteId);
  const cancelled = await cancellationInWords(store.read, quote, new Date());
  const history = await historyOfQuote(store.read, quote.id);
  const refusal = cancelled ? null : whyNotCancellable(quote, history);
  const isCollected = refusal?.startsWith("The parcel has been collected") ?? false;
  const refundCents = cancelled ? 0 : await refundIfCancelled(store.read, quote, new Date());
  const page = {
    refund: refundCents > 0 ? formatRand(refundCents) : null,
    isOnAccount: await isPriceOnAccount(store.read, quote.id),
    mode: quote.mode ?? ("live" as const),
    ofWhat: numberInWords(quote.quoteNo, history[0]?.waybillNo),
    cancelled,
    refusal:
      refusal &&
      (isCollected
        ? await collectedInWords(store.read, quote, history, phoneInOneLine(), new Date())
        : [NOT_COMPLETED]),
    isOldLink: allowed === "reading",
    backHref: paths.paymentStatus(quote.id),
  };
  return json(page, privately());
}

/** Cancelling again finds it cancelled. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  refuseOtherSites(request, context.settings);
  const { store, sendEmails } = context.services;
  const { quote, allowed } = await ownBooking(request, context, params.quoteId);
  if (allowed === "reading") throw new Response(oldLink(), { status: 403 });
  const reason = carriedValue(await typedForm(request), "reason")
    .trim()
    .slice(0, LONGEST_REASON);
  const refuse = (words: string, how: PrivateAnswer) => json({ values: { reason }, errors: { "": [words] } }, how);
  const write = async () => {
    // A paid booking can be cancelled once; unpaid ones are free, and each sends an email to any address.
    const isProven =
      isPaid(quote.status) || (await allowedByLink(request, context, paths.cancelBooking(quote.id), quote)) === "all";
    const isFree = isProven || quote.cancelledAt !== null;
    const turn = isFree ? null : await allow(context, new Date(), await messageTo(request, context, quote.email));
    if (turn && !turn.ok) return refuse(turn.why, turn.answer);
    const customer = turn?.asked ?? (isPaid(quote.status) ? "a payment" : "an emailed link");
    await store.tx((tx) => cancelBooking(tx, quote.id, reason, new Date(), { customer }));
    sendEmails();
    return onward(paths.cancelBooking(quote.id, { key: keyIn(request) }));
  };
  return unlessUnwritable(write, refuse);
}

export default function CancelBooking() {
  const page = useLoaderData<typeof loader>();
  const { mode, ofWhat, refund, cancelled, refusal, isOldLink, backHref } = page;
  const state = useActionData<typeof action>() ?? blankForm;
  if (cancelled || refusal || isOldLink) {
    return (
      <SiteShell shortFooter>
        <h1>{cancelled ? "This booking has been cancelled" : "This booking can't be cancelled"}</h1>
        <PaymentModeNotice mode={mode} />
        <Notice tone="info">
          {(cancelled ?? refusal ?? [oldLink()]).map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
        <ButtonRow>
          <ButtonLink plain href={paths.ship}>
            Send a parcel
          </ButtonLink>
        </ButtonRow>
      </SiteShell>
    );
  }
  return (
    <SiteShell shortFooter>
      <h1>Cancel this booking?</h1>
      <PaymentModeNotice mode={mode} />
      <p>
        <span className="nowrap">{ofWhat}</span>: nobody will come to collect the parcel. This can't be undone.
      </p>
      <Aside title={refund ? "Your money" : page.isOnAccount ? "Your account" : "Have you paid?"}>
        <p>
          {refund
            ? `We refund you ${refund}, the way you paid.`
            : page.isOnAccount
              ? "We take it off the account: there is nothing to pay for it."
              : "Then we refund you the way you paid."}{" "}
          You can book again at any time.
        </p>
      </Aside>
      <StepForm danger state={state} submit="Cancel this booking" busyLabel="Cancelling…" backHref={backHref}>
        <TextArea name="reason" label="Why?" state={state} limit={LONGEST_REASON} />
      </StepForm>
    </SiteShell>
  );
}

const NOT_COMPLETED = "This booking was not completed. Nothing is collected.";

/** For its account, the browser that booked it, or a signed link. Not found for anybody else. */
async function ownBooking(request: Request, context: AppLoadContext, quoteId = "") {
  const { store } = context.services;
  const quote = await quoteById(store.read, quoteId);
  const isAsked = quote && (quote.bookedAt || quote.manualRequestedAt);
  const allowed = isAsked && (await allowedHere(request, context, quote, paths.cancelBooking(quoteId)));
  if (!allowed) throw new Response("Not Found", { status: 404 });
  return { quote, allowed };
}
