import { type Agreed, agreeVisit } from "#app/domain/bookings/agree-visit.server";
import { whyClosed } from "#app/domain/price-tables/proclaimed-holidays.server";
import { dropLastNote, LONGEST_NOTE, noteBooking } from "#app/domain/quotes/booking-notes.server";
import { endWishOfNote } from "#app/domain/rounds/wishes.server";
import { saDayFrom, saWeekday } from "#app/domain/values/sa-time";
import { visitInWords } from "#app/domain/waybills/agreed-visit.server";
import { waybillOfQuote } from "#app/domain/waybills/issue-waybill.server";
import { answerReports, noteAnswers } from "#app/domain/waybills/open-reports.server";
import { UsageError } from "../../domain/values/usage-error";
import { refused } from "../answer";
import type { Call, Command } from "../command";
import { act, emailNote } from "../desk.server";
import { actOnEach, fileOption, parcelsFrom } from "../many.server";
import { numberFrom } from "../words";
import { numberOf, quoteOf } from "./bookings.server";

export const agree: Command = {
  name: "agree",
  right: "clerk",
  takes: "<waybill no…> --day <day> [--from <time> --to <time>]",
  summary: "record the day that you agreed to collect or deliver a parcel",
  more: [
    "Before the parcel is collected it is the day of the collection, afterwards of the delivery. It comes before the day that",
    "the customer asked for, in every list. The customer gets an email. --none takes back what was agreed.",
    "A Sunday or a public holiday (list holidays) is only agreed on with --yes.",
  ],
  examples: [
    "agree TH4821093753 --day 2026-12-01 --from 09:00 --to 12:00",
    "agree TH4821093753 --day tomorrow",
    "agree --file parcels.txt --day 2026-12-01",
    "agree TH4821093753 --none",
  ],
  options: {
    day: { type: "string", value: "day", help: "2026-12-01, today or tomorrow (required)" },
    from: { type: "string", value: "time", help: "not before, such as 09:00" },
    to: { type: "string", value: "time", help: "not after, such as 12:00" },
    yes: { type: "boolean", help: "although it is a Sunday or a public holiday" },
    none: { type: "boolean", help: "nothing is agreed any more" },
    file: fileOption,
  },
  async run(call, desk) {
    const agreed = agreedIn(call, desk.now);
    const closed = agreed && !call.has("yes") ? await whyClosed(desk.store.read, agreed.day) : null;
    if (closed)
      return refused(
        `${saWeekday(agreed?.day ?? "")} is ${closed}. If you really agreed on it, say it again with --yes.`,
      );
    const parcels = parcelsFrom(call.words, call, desk);
    return actOnEach(desk, parcels, async (tx, waybillNo) => {
      const done = await agreeVisit(tx, waybillNo, agreed, desk.now);
      if (!done.ok) return { ok: false, why: [`${waybillNo}: ${done.refusal}.`] };
      const doing = { collection: "is collected on", delivery: "is delivered on" }[done.stop];
      const what = agreed ? `${doing} ${visitInWords(agreed)}` : `has no agreed ${done.stop} any more`;
      if (!done.added)
        return { ok: true, output: [`${waybillNo} ${what} already. No second email is sent.`], actions: [] };
      const before = done.before ? `, before: ${visitInWords(done.before)}` : "";
      const details = agreed ? `${done.stop} on ${visitInWords(agreed)}${before}` : `no ${done.stop} agreed${before}`;
      return {
        ok: true,
        output: [`${waybillNo} ${what}${before}.`, emailNote],
        actions: [{ action: "agreed", subject: waybillNo, details }],
      };
    });
  },
};

export const note: Command = {
  name: "note booking",
  right: "clerk",
  takes: "<waybill no or quote no> <words>",
  summary: "note something about a booking for everybody in the office and on the road",
  more: [
    "Every list of the parcel shows it. Customers never read it. --undo deletes the last note.",
    "What was agreed about pieces that weren't sent is noted so: then today no longer asks for it.",
    "It is deleted with the names of the booking.",
  ],
  examples: ['note booking TH4821093753 "call after 5"', "note booking TH4821093753 --undo"],
  options: { undo: { type: "boolean", help: "delete the last note" } },
  async run({ words, has }, desk) {
    const [subject, rest] = numberFrom(words);
    const note = rest.join(" ").trim();
    if (!has("undo") && !note)
      throw new UsageError('Note what? For example: note booking TH4821093753 "call after 5".');
    if (has("undo") && note) throw new UsageError("--undo deletes the last note: it takes no words.");
    if (note.length > LONGEST_NOTE) throw new UsageError(`A note can have at most ${LONGEST_NOTE} characters.`);
    return act(desk, async (tx) => {
      const quote = await quoteOf(tx, subject);
      if (!quote) return { ok: false, why: [`There is no ${numberOf(subject)}.`] };
      const action = (what: string) => ({ action: what, subject: quote.quoteNo, details: "" });
      if (has("undo")) {
        const dropped = await dropLastNote(tx, quote.id);
        if (!dropped) return { ok: false, why: [`${numberOf(subject)} has no note.`] };
        await endWishOfNote(tx, dropped.id, desk.now);
        return { ok: true, output: [`Deleted: “${dropped.note}”`], actions: [action("deleted note")] };
      }
      const { added } = await noteBooking(tx, { quoteId: quote.id, who: desk.who ?? "", note: note }, desk.now);
      if (!added) return { ok: true, output: [`${numberOf(subject)} has this note already.`], actions: [] };
      const waybill = await waybillOfQuote(tx, quote.id);
      if (waybill) await answerReports(tx, waybill.waybillNo, desk.now, { onlyIf: noteAnswers });
      return { ok: true, output: [`${numberOf(subject)}: noted.`], actions: [action("noted")] };
    });
  },
};

function agreedIn({ option, has }: Call, now: Date): Agreed {
  const typed = option("day");
  if (has("none")) {
    if (typed) throw new UsageError("Use --day or --none, not both.");
    return null;
  }
  if (!typed) throw new UsageError("Which day was agreed? Use --day 2026-12-01, --day today or --day tomorrow.");
  const day = saDayFrom(typed, now);
  if (!day) throw new UsageError(`"${typed}" isn't a day. Write year, month and day, such as 2026-12-01.`);
  return { day, fromTime: clockFrom(option("from")), untilTime: clockFrom(option("to")) };
}

function clockFrom(typed: string | undefined): string | null {
  if (typed === undefined) return null;
  const [, hours = "", minutes = "00"] = /^(\d{1,2})(?:[:h.](\d{2}))?$/.exec(typed) ?? [];
  if (!hours || Number(hours) > 23 || Number(minutes) > 59)
    throw new UsageError(`"${typed}" isn't a time. Write the clock: 09:00.`);
  return `${hours.padStart(2, "0")}:${minutes}`;
}
