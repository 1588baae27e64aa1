import type { PricingService } from "../prices/contract/pricing-service";
import { randFromCents } from "../values/money";
import { exampleBooking } from "./openapi-bookings";

export type ShownCall = { title: string; words: string; curl: string };

const KEY = `-H "Authorization: Bearer $THUMA_KEY"`;

/**
 * Each call by key as a command that works when it is pasted, once THUMA_KEY is set; those after the first take the
 * booking from it. A test runs them.
 * @param total what the example costs today, in rand
 */
export function curlByKey(home: string, total: number, termsVersion: string): ShownCall[] {
  const body = JSON.stringify({ ...exampleBooking, agreedTotal: total, termsVersion });
  const booking = `${home}/v1/bookings/$BOOKING`;
  return [
    {
      title: "Our terms",
      words: "The version that applies today. A booking may name it; left out, it is the one that your key agreed to.",
      curl: `curl ${home}/v1/terms ${KEY}`,
    },
    {
      title: "Book a parcel",
      words:
        "agreedTotal is the price that your customer saw, from a quote. If the price is another one today, you get 409 and nothing is booked. from may be left out: then it is your own address in your address book, or where you last sent from. The receiver's email may be left out too. Then we can only text them, so give a cell number. Nobody can collect a parcel before it is paid: open paymentUrl, or your dashboard, and pay for all open bookings at once.",
      curl: `curl ${home}/v1/bookings ${KEY} -H 'Content-Type: application/json' -H 'Idempotency-Key: order-1001' -d '${body}'`,
    },
    {
      title: "Your bookings",
      words: "The newest first. Send next as after for the page that follows; limit is 1 to 100.",
      curl: `curl '${home}/v1/bookings?reference=1001&limit=10' ${KEY}`,
    },
    {
      title: "One booking",
      words:
        "Set BOOKING to the id of the answer above: export BOOKING=… Once it is paid, waybillNo, labelUrl and trackingUrl are there.",
      curl: `curl ${booking} ${KEY}`,
    },
    {
      title: "What happened to its parcel",
      words: "As tracking shows it, the oldest first. Nothing personal.",
      curl: `curl ${booking}/events ${KEY}`,
    },
    {
      title: "Its labels",
      words: "A PDF, one label for each piece. size is label or a4. 409 until it is paid.",
      curl: `curl -o label.pdf "${booking}/label.pdf?size=label" ${KEY}`,
    },
    {
      title: "Cancel it",
      words: "Until the parcel is collected. We refund what was paid. You may send it again.",
      curl: `curl -X POST ${booking}/cancel ${KEY}`,
    },
  ];
}

/** The calls about webhooks in the same way, once WEBHOOK is set. */
export function curlWebhooks(home: string): ShownCall[] {
  const body = JSON.stringify({ url: "https://shop.example/thuma.php", events: ["parcel.delivered"] });
  const webhook = `${home}/v1/webhooks/$WEBHOOK`;
  return [
    {
      title: "Register an address",
      words:
        "It has https, without a port of its own, and leads to the public internet. Leave events out to be told of all. The answer has the secret that signs our calls. No other answer has it.",
      curl: `curl ${home}/v1/webhooks ${KEY} -H 'Content-Type: application/json' -d '${body}'`,
    },
    {
      title: "Your webhooks",
      words: "Whether each is on, and when it last took a call.",
      curl: `curl ${home}/v1/webhooks ${KEY}`,
    },
    {
      title: "One webhook",
      words: "Set WEBHOOK to the id of the first answer: export WEBHOOK=…",
      curl: `curl ${webhook} ${KEY}`,
    },
    {
      title: "Try it",
      words: "We call it once with the type webhook.test, which is about no booking.",
      curl: `curl -X POST ${webhook}/test ${KEY}`,
    },
    {
      title: "A new secret",
      words: "For 24 hours each call then has two signatures, so that you have time to change over.",
      curl: `curl -X POST ${webhook}/secret ${KEY}`,
    },
    {
      title: "Delete it",
      words: "We call it no more, also not about what has happened already.",
      curl: `curl -X DELETE ${webhook} ${KEY}`,
    },
  ];
}

/** What the example of a booking costs today, so that its command works when it is pasted. Rand. */
export async function exampleTotal(pricing: PricingService): Promise<number> {
  const { from, to, parcel } = exampleBooking;
  const { quantity, boxId: selectedBoxId } = parcel;
  const price = await pricing.quoteLocal({
    ...{ fromPostal: from.postal, toPostal: to.postal, quantity, selectedBoxId, applyVat: true },
  });
  return price.ok ? randFromCents(price.cents.totals.grandTotal) : exampleBooking.agreedTotal;
}
