import { applicationByReference } from "#app/domain/drivers/applications/answer-application.server";
import { keeping } from "#app/domain/people/keeping-times";
import { saClock } from "#app/domain/values/sa-time";
import { number, say } from "#app/language/say";
import { officePaths } from "#app/paths";
import { list, refused } from "../answer";
import { command } from "../command";
import type { Desk } from "../desk.server";
import { quoteOf } from "./bookings.server";
import { actionMoments, emailMoments, type Moment } from "./moments.server";
import { historyOfQuote } from "./quote-history.server";

export const history = command({
  name: "history",
  page: { button: "Show its history", at: ({ number }: { number: string }) => officePaths.one(number) },
  right: "reader",
  also: "what happened, who did it, when, log",
  possible: "never",
  summary: "what happened to a quote, a parcel or an application, and who did it",
  more: say`Emails are kept for ${keeping.emailDays} days, and so are refused notices from PayFast. If a customer gave
    up a booking but paid for it after all, the history no longer shows that they gave it up.`,
  examples: ["history Q48210934", "history TH4821093753"],
  arguments: { number: { kind: "any number" } },
  async run({ number: no }, desk) {
    if (no.startsWith("D")) return historyOfApplication(desk, no);
    const quote = await quoteOf(desk.store.read, no);
    if (!quote) return refused(say`There is no ${number(no)}.`);
    return byTime(await historyOfQuote(desk.store.read, quote));
  },
});

async function historyOfApplication({ store: { read } }: Desk, reference: string) {
  const application = await applicationByReference(read, reference);
  if (!application) return refused(say`There is no application ${number(reference)}.`);
  const { id, createdAt, answeredAt } = application;
  const occasions = [`driver-application:${id}`, `application-acknowledged:${reference}`, `application-answered:${id}`];
  const by = (at: Date, what: string) => ({ at, who: "applicant", what });
  return byTime([
    by(createdAt, `applied (${reference})`),
    ...(answeredAt > createdAt ? [by(answeredAt, "sent corrected answers")] : []),
    ...(await emailMoments(read, occasions)),
    ...(await actionMoments(read, [reference])),
  ]);
}

function byTime(moments: Moment[]) {
  const rows = moments
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, who, what }) => ({ at: saClock(at), who, what }));
  return list(rows, "Nothing has happened to it yet.", ["at", "who", "what"]);
}
