import { KEY_VARIABLE } from "#app/brand";
import type { PricingService } from "../prices/contract/pricing-service";
import { vatNamesLeftOut } from "../prices/contract/without-vat";
import { randFromCents } from "../values/money";
import { callsInOrder, exampleBooking } from "./api-calls";

type Shown = { title: string; words: string; curl: string };

/**
 * Each call as a command that works when it is pasted, once `KEY_VARIABLE` is set; those that name a booking or a webhook take
 * it from BOOKING and WEBHOOK. A test runs them.
 * @param booked the booking that is made, as `pastedBooking` has it
 */
export function callsAsCommands(home: string, namesVat: boolean, booked: object) {
  const shown = { pricing: [] as Shown[], bookings: [] as Shown[], webhooks: [] as Shown[] };
  for (const { about, right, method, path, body, example, once, answers, page } of callsInOrder()) {
    const asked = page.example ?? example;
    const query = !body && asked ? `?${new URLSearchParams(asked as Record<string, string>)}` : "";
    const at = home + (path + query).replace(/\{id\}|%7Bid%7D/, about === "webhooks" ? "$WEBHOOK" : "$BOOKING");
    const quote = !query ? "" : at.includes("$") ? '"' : "'";
    const sent = once === "must" ? booked : asked;
    const parts = [
      "curl",
      method === "POST" && !body ? "-X POST" : method === "DELETE" ? "-X DELETE" : "",
      answers[200]?.[1] === "pdf" ? "-o label.pdf" : "",
      quote + at + quote,
      right === "key" ? `-H "Authorization: Bearer $${KEY_VARIABLE}"` : "",
      body ? "-H 'Content-Type: application/json'" : "",
      once === "must" ? "-H 'Idempotency-Key: order-1001'" : "",
      // A brand's own places may have an apostrophe, which would end the shell's quotes.
      body ? `-d '${JSON.stringify(namesVat ? sent : vatNamesLeftOut(sent)).replaceAll("'", "\\u0027")}'` : "",
    ];
    const words = page.words + ((namesVat && page.aboutVat) || "");
    shown[about].push({ title: page.title, words, curl: parts.filter(Boolean).join(" ") });
  }
  return shown;
}

/** The example of a booking with what it costs today, and today's terms, so that its command works when it is pasted. */
export async function pastedBooking(pricing: PricingService, termsVersion: string) {
  const { from, to, parcel } = exampleBooking;
  const { quantity, boxId: selectedBoxId } = parcel;
  const price = await pricing.quoteLocal({
    ...{ fromPostal: from.postal, toPostal: to.postal, quantity, selectedBoxId, applyVat: true },
  });
  const agreedTotal = price.ok ? randFromCents(price.cents.totals.grandTotal) : exampleBooking.agreedTotal;
  return { ...exampleBooking, agreedTotal, termsVersion };
}
