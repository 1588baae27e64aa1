import { applicationByReference } from "#app/domain/drivers/answer-application.server";
import { normaliseApplicationNumber } from "#app/domain/drivers/reference";
import { attemptsOf } from "#app/domain/payments/attempts.server";
import { actionsOn } from "#app/domain/staff-actions/staff-actions.server";
import { formatRand } from "#app/domain/values/money";
import { saClock } from "#app/domain/values/sa-time";
import { eventInWords } from "#app/domain/waybills/history-in-words";
import { historyOf, waybillOfQuote } from "#app/domain/waybills/issue-waybill.server";
import { list, refused } from "../answer";
import type { Command } from "../command";
import type { Desk } from "../desk.server";
import { subjectFrom } from "../words";
import { numberOf, quoteOf } from "./bookings.server";

type Moment = { at: Date; who: string; what: string };

export const history: Command = {
  name: "history",
  takes: "<quote no, waybill no or application no>",
  summary: "everything that happened to a quote, a parcel or an application, and who did it",
  more: [],
  examples: ["history Q48210934", "history TH4821093753"],
  options: {},
  async run({ words }, desk) {
    const reference = normaliseApplicationNumber(words.join(" "));
    if (reference && /^d/i.test(words[0] ?? "")) return historyOfApplication(desk, reference);
    const subject = subjectFrom(words);
    const quote = await quoteOf(desk.store.read, subject);
    if (!quote) return refused(`There is no ${numberOf(subject)}.`);
    const { read } = desk.store;
    const waybillNo = (await waybillOfQuote(read, quote.id))?.waybillNo;
    const payments = await attemptsOf(read, quote.id);
    const customer = (at: Date | null, what: string) => (at ? [{ at, who: "customer", what }] : []);
    return told([
      ...customer(quote.createdAt, `asked for a price (${quote.quoteNo})`),
      ...customer(quote.manualRequestedAt, "asked for a price by hand"),
      ...customer(quote.manualRequestedAt ? null : quote.bookedAt, "booked"),
      ...payments.flatMap(({ settledAt, paidCents, pfPaymentId }) =>
        settledAt && paidCents !== null
          ? [{ at: settledAt, who: "PayFast", what: `payment ${pfPaymentId}: ${formatRand(paidCents)}` }]
          : [],
      ),
      ...(waybillNo ? await historyOf(read, waybillNo) : []).map(({ happenedAt, kind, place }) => ({
        at: happenedAt,
        who: "tracking",
        what: eventInWords(kind, place),
      })),
      ...(await actionsIn(desk, [quote.quoteNo, ...(waybillNo ? [waybillNo] : [])])),
    ]);
  },
};

async function historyOfApplication(desk: Desk, reference: string) {
  const application = await applicationByReference(desk.store.read, reference);
  if (!application) return refused(`There is no application ${reference}.`);
  const applied = { at: application.createdAt, who: "applicant", what: `applied (${reference})` };
  return told([applied, ...(await actionsIn(desk, [reference]))]);
}

async function actionsIn({ store }: Desk, subjects: string[]): Promise<Moment[]> {
  const all = await Promise.all(subjects.map((subject) => actionsOn(store.read, subject)));
  return all
    .flat()
    .map(({ at, who, action, details }) => ({ at, who, what: [action, details].filter(Boolean).join(": ") }));
}

function told(moments: Moment[]) {
  const rows = moments
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, who, what }) => ({ at: saClock(at), who, what }));
  return list(rows, "Nobody has done anything about it.", ["at", "who", "what"]);
}
