import {
  type ActionFunctionArgs,
  type AppLoadContext,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type NoticeTiming, noticeTimings, reportDecision } from "#app/domain/money/simulated-delivery.server";
import { noticeAbout, readOrder, type SimulatedEnd } from "#app/domain/money/simulator.server";
import { newId } from "#app/domain/values/ids.server";
import { centsFromRand, formatRand } from "#app/domain/values/money";
import { SECONDS } from "#app/durations";
import { onward, privately } from "#app/http/pages/private-page.server";
import { siteAddress } from "#app/http/pages/site-address.server";
import { paths } from "#app/paths";
import { Button, ButtonLink, ButtonRow } from "#app/ui/forms/button";
import { HiddenFields } from "#app/ui/forms/hidden-fields";
import { Notice } from "#app/ui/notice";
import { privatePageMeta } from "#app/ui/shell/page-meta";
import { PaymentModeNotice } from "#app/ui/shipments/payment-mode-notice";

export const meta: MetaFunction = () => [
  ...privatePageMeta("Simulated payment page"),
  // Its address holds the whole form, which a browser would send twice more.
  { name: "referrer", content: "strict-origin" },
];

/** The fields that the simulator adds to the payment form; they aren't signed. */
const OWN_FIELDS = ["decision", "attempt", "manner"];
const decisions: readonly SimulatedEnd[] = ["COMPLETE", "FAILED", "CANCELLED"];

/** Shows the order in the address: the signed form, checked as if it were posted. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = refuseUnlessSimulating(context);
  const parameters = [...new URL(request.url).searchParams];
  if (parameters.length === 0) return json({ refusal: null, order: null }, privately());
  const { form, own } = sorted(parameters);
  const order = readOrder(form, merchant, siteAddress(request, context.settings));
  if (!order.ok) return json({ refusal: order.why, order: null }, privately(400));
  const shown = {
    form,
    attempt: own.get("attempt") ?? "",
    itemName: order.itemName,
    amount: formatRand(centsFromRand(order.amount) ?? 0),
  };
  return json({ refusal: null, order: shown }, privately());
}

/**
 * Takes the same form as PayFast, and like PayFast redirects to a page, because Back to the answer of a POST would ask
 * whether to send the form again. Then takes a decision, which it reports to the site in a notice like PayFast's.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = refuseUnlessSimulating(context);
  const { form, own } = sorted([...(await request.formData())]);
  const order = readOrder(form, merchant, siteAddress(request, context.settings));
  if (!order.ok) return json({ refusal: order.why, order: null }, privately(400));

  const decision = decisions.find((known) => known === own.get("decision"));
  // Back leads to the same attempt, so deciding again isn't a second payment.
  if (!decision)
    return onward(
      `${paths.payfastSimulator}?${new URLSearchParams([...form, ["attempt", attemptAt(form, Date.now())]])}`,
    );
  const timing = noticeTimings.find((known) => known === own.get("manner")) ?? "as_payfast";
  const noticeOf = (word: SimulatedEnd) => noticeAbout(form, word, own.get("attempt") ?? "", merchant);
  await reportDecision(decision, timing, { address: order.notifyUrl, at: context.listensAt }, noticeOf);
  return onward(decision === "CANCELLED" ? order.cancelUrl : order.returnUrl);
}

/**
 * A repeated payment submit within this time is ignored (specification section 4, "Payment submit guard").
 * Milliseconds.
 */
const GUARD_MS = 4 * SECONDS;
const lately = new Map<string, { attempt: string; until: number }>();

/** The id of the attempt that a form starts. The same form within four seconds is the same attempt. */
function attemptAt(form: [name: string, value: string][], nowMs: number): string {
  for (const [sent, { until }] of lately) if (until <= nowMs) lately.delete(sent);
  const sent = form.find(([name]) => name === "signature")?.[1] ?? "";
  const attempt = lately.get(sent)?.attempt ?? newId();
  lately.set(sent, { attempt, until: lately.get(sent)?.until ?? nowMs + GUARD_MS });
  return attempt;
}

/** Separates the signed fields, in order, from those that the simulator added. */
function sorted(fields: [name: string, value: FormDataEntryValue][]) {
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const isOwn = ([name]: [string, string]) => OWN_FIELDS.includes(name);
  return { form: texts.filter((field) => !isOwn(field)), own: new Map(texts.filter(isOwn)) };
}

const timingsInWords: Record<NoticeTiming, string> = {
  as_payfast: "Before you come back, as PayFast does",
  after_return: "Three seconds after you come back",
  late: "A minute and a quarter late",
  twice: "Twice at the same time",
  never: "Never",
  out_of_order: "And then that it failed",
};

export default function SimulatedPaymentPage() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() ?? page;
  if (!answer.order) {
    return (
      <Notice tone="bad" title="This payment can't be started">
        <p>{answer.refusal ?? "To open this page, press “Pay now” on a booking."}</p>
        <ButtonLink href={paths.ship}>Back to “Send a parcel”</ButtonLink>
      </Notice>
    );
  }
  const { form, attempt, itemName, amount } = answer.order;
  return (
    <>
      <h1>Simulated payment page</h1>
      <PaymentModeNotice mode="simulator" />
      <p>
        {itemName}: <b className="nowrap">{amount}</b>
      </p>
      <form method="post" action={paths.payfastSimulator}>
        <HiddenFields fields={{ ...Object.fromEntries(form), attempt }} />
        <details>
          <summary>Simulate a problem</summary>{" "}
          <fieldset>
            <legend>How the site is told of the payment</legend>
            {Object.entries(timingsInWords).map(([timing, words]) => (
              <p key={timing}>
                <label>
                  <input type="radio" name="manner" value={timing} defaultChecked={timing === "as_payfast"} /> {words}
                </label>
              </p>
            ))}
          </fieldset>
        </details>
        <ButtonRow>
          <Button name="decision" value="COMPLETE" busyLabel="Paying…">
            Complete payment
          </Button>
          <Button plain name="decision" value="FAILED">
            Fail payment
          </Button>
          <Button plain name="decision" value="CANCELLED">
            Cancel payment
          </Button>
        </ButtonRow>
      </form>
    </>
  );
}

function refuseUnlessSimulating({ services, settings }: AppLoadContext) {
  const merchant = settings.payfast.mode === "simulator" ? services.gateway : null;
  if (!merchant) throw new Response("Not Found", { status: 404 });
  return merchant;
}
