import { cellPhoneOf } from "#app/domain/form/contacts.server";
import { delayedText } from "#app/domain/messages/delay-messages.server";
import { type DelayedParcel, parcelsKeptBy, parcelsToldOf } from "#app/domain/messages/tell-delays.server";
import { agreedVisits, visitInWords } from "#app/domain/parcels/agreed-visit.server";
import { delayedInWords } from "#app/domain/parcels/parcel-state-in-words";
import { unpaidAt } from "#app/domain/parcels/quotes/unpaid-at.server";
import { partyAt, type Visit } from "#app/domain/parcels/visits";
import { TEXT_CENTS } from "#app/domain/post/bulksms.server";
import { withoutLinks } from "#app/domain/post/customer-words";
import { inCodes } from "#app/domain/prices/area-changes.server";
import { type Delay, delayInWords } from "#app/domain/prices/delays";
import { addDelay, daysRefusal, endDelay, newDelay } from "#app/domain/prices/delays.server";
import { formatRand } from "#app/domain/values/money";
import { saDay } from "#app/domain/values/sa-time";
import { asLine } from "#app/domain/values/typed-text";
import { UsageError } from "#app/domain/values/usage-error";
import { messagesCatalogue } from "#app/language/messages.server";
import { field, joined, number, type Sentence, say, type Words } from "#app/language/say";
import type { Reader } from "#db/store.server";
import { command } from "../command";
import { act, did, notDone } from "../desk.server";
import { codesFrom } from "./change-area.server";

/** The reason stands in a text message of one part. */
const LONGEST_REASON = 60;

export const delay = command({
  name: "delay",
  page: "in steps",
  right: "manager",
  also: "flood, strike, holiday, closed area, nobody comes, road closed, storm, unrest",
  summary: "tell people that we can't come to an area, or anywhere, for some days: a flood, a strike, a holiday",
  more: say`A parcel whose next visit is there on those days counts as late only two working days after the delay.
    Its sender and receiver are told once, with the reason. Pages, prices and programs show the delay while it lasts,
    and you are asked before you send a driver there. Check shows how many people are told, and the message. Another
    delay for the same place replaces it. ${field("end")} ends it, and everybody who was told gets a message. Without
    ${field("from")} it begins today.`,
  examples: [
    'delay --area 4001-4099 --until 2026-12-01 --because "flood"',
    'delay --all --until tomorrow --because "strike"',
    'delay --all --from 2026-12-03 --until 2026-12-03 --because "public holiday"',
    "delay --area 4001-4099 --end",
  ],
  arguments: {},
  options: {
    area: { kind: "word", shown: "codes", read: codesFrom, label: "postal code, or a range of them" },
    all: { kind: "flag", label: "everywhere", above: "Everywhere" },
    from: { kind: "day", label: "the first day, if not today" },
    until: { kind: "day", label: "the last day" },
    because: { kind: "why", label: "the reason, as customers read it" },
    end: { kind: "flag", label: "end it before its last day", above: "It is over" },
  },
  async run({ area, all, from, until, because, end }, desk) {
    if (!area === !all) throw new UsageError(say`Where? Use ${field("area")} or ${field("all")}.`);
    const codes = area ?? null;
    const where = codes ? `area ${inCodes(codes)}` : "everywhere";
    if (end) {
      if (from || until || because) throw new UsageError(say`With ${field("end")}, leave out the days and the reason.`);
      return act(desk, async (tx) => {
        const ending = await endDelay(tx, codes, desk.now);
        if (!ending.ok) return notDone(`${where}: ${ending.why}.`);
        const told = await parcelsToldOf(tx, ending.ended);
        const details = ending.ended.map((each) => each.because).join(", ");
        return did(
          { action: "ended delay", subject: where, details },
          `${where}: no longer delayed (${details}).`,
          `Everybody who was told of it hears that it is over: ${counted(told, "parcel")}. ${SOON}`,
        );
      });
    }
    const today = saDay(desk.now);
    if (!until) throw new UsageError(say`Until when? Use ${field("until")}, such as tomorrow.`);
    const asked = { codes, fromDay: from ?? today, untilDay: until, because: reasonFrom(because), who: "" };
    const why = daysRefusal(asked.fromDay, until, today);
    if (why) throw new UsageError(`${why[0]?.toUpperCase()}${why.slice(1)}.`);
    // Read before the transaction: thousands of parcels may lie there.
    const asMade = await newDelay(desk.store.read, asked, desk.now);
    const kept = await parcelsKeptBy(desk.store.read, asMade, desk.now);
    const words = [...(await whatItDoes(desk.store.read, asMade, kept, desk.now)), ...messages(asMade, kept, today)];
    return act(desk, async (tx) => {
      const { added, replaced } = await addDelay(tx, { ...asked, who: desk.personName ?? "" }, desk.now);
      if (!added) return did(null, `${where}: this delay was entered before. Nobody is told again.`);
      const instead = replaced.map((each) => `, instead of until ${each.untilDay} (${each.because})`).join("");
      const days = from ? `from ${asked.fromDay} until ${until}` : `until ${until}`;
      const record = { action: "delayed", subject: where, details: `${days}: ${asked.because}${instead}` };
      return did(record, ...words, SOON);
    });
  },
});

const SOON = "The messages go within a minute while the site runs.";

/** The reason as customers read it: one line without links, which fits into a text. */
function reasonFrom(typed: string | undefined): string {
  const because = asLine(typed ?? "").replace(/[.\s]+$/, "");
  if (!because) throw new UsageError(say`Why? Use ${field("because")}, such as flood. Customers read it.`);
  if (because.length > LONGEST_REASON)
    throw new UsageError(`The reason can have at most ${LONGEST_REASON} characters.`);
  if (withoutLinks(because) !== because || /www|[<>{}|\\^]|\p{Cc}/iu.test(because))
    throw new UsageError("The reason can't have a link or an address in it. Customers read it.");
  return because;
}

async function whatItDoes(store: Reader, delay: Delay, kept: DelayedParcel[], now: Date): Promise<Words[]> {
  const people = new Set<string>();
  const phones: string[] = [];
  for (const { quote, visit } of kept) {
    const { addresses } = quote.formSnapshot;
    for (const party of ["from", "to"] as const) {
      const email = party === "from" ? quote.email : addresses.toEmail;
      const contact = email.toLowerCase() || cellPhoneOf(addresses, party);
      if (contact) people.add(contact);
    }
    const phone = cellPhoneOf(addresses, partyAt[visit]);
    if (phone) phones.push(phone);
  }
  const unpaid = await unpaidAt(store, delay, now);
  const cost = formatRand(phones.length * TEXT_CENTS);
  return [
    delayInWords(delay, saDay(now)),
    `${counted(kept.length, "parcel")}, ${counted(people.size, "person", "people")}, ${counted(phones.length, "text")}: about ${cost}.`,
    ...(unpaid > 0 ? [`${counted(unpaid, "booking")} there not paid yet: whoever pays is told first.`] : []),
    ...(await agreedOn(store, kept)),
  ];
}

/** Those with whom a day was agreed: somebody should phone them. */
async function agreedOn(store: Reader, kept: DelayedParcel[]): Promise<Words[]> {
  const withDay = kept.filter(({ agreedDay }) => agreedDay !== null);
  if (withDay.length === 0) return [];
  const agreed = await agreedVisits(store, ...withDay.map(({ waybillNo }) => waybillNo));
  const lines = withDay.flatMap(({ waybillNo, visit, quote }) => {
    const its = agreed.find((each) => each.waybillNo === waybillNo && each.stop === visit);
    if (!its) return [];
    const { addresses } = quote.formSnapshot;
    const party = partyAt[visit];
    const who = `${addresses[`${party}Name`]}, ${addresses[`${party}Phone`]}`;
    return [say`${number(waybillNo)}: ${visit} agreed for ${visitInWords(its)}, ${who}.`];
  });
  return ["These visits were agreed on, so phone about them:", ...lines];
}

/** The messages word for word, for each kind of visit there. */
function messages(delay: Delay, kept: DelayedParcel[], today: string): Words[] {
  const visits = [...new Set(kept.map(({ visit }): Visit => visit))];
  return visits.flatMap((visit) => {
    const delayed = { visit, delay };
    const { headline, opening, closing } = messagesCatalogue().toSender.delayed(delayedInWords(delayed, today));
    const first = kept.find((each) => each.visit === visit);
    const whom = partyAt[visit] === "from" ? "the sender" : "the receiver";
    return [
      say`Email to both people (${visit}), “${headline}”: ${quoted([...opening, ...closing])}`,
      say`Text to ${whom}: “${delayedText(first?.waybillNo ?? "", delayed, today)}”`,
    ];
  });
}

const quoted = (sentences: Sentence[]) => say`“${joined(sentences)}”`;

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
