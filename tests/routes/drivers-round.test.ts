import { beforeAll, expect, test } from "vitest";
import { consequences, fewerPieces, type Report, reportChoices } from "#app/domain/parcels/reports";
import { type Visit, visits } from "#app/domain/parcels/visits";
import { inTheFile } from "../support/a-guest";
import { aRound, gatesApart, signedInDriver } from "../support/a-round";
import { siteForAllTests } from "../support/open-site";
import { staff, staffList } from "../support/staff";
import { Visitor } from "../support/visitor";

/** What comes of a stop: events, messages, the office's line, and whether tomorrow's plan has the parcel. */
type Outcome = { kinds: string[]; office?: string; isPlanned: boolean };
type Stop = {
  what: string;
  visit: Visit;
  pieces?: number;
  does: (stop: string) => Promise<unknown>;
  comesTo: Outcome;
  alsoTold?: string[];
};

const both = ["sender email", "sender sms"];
const missed = ["receiver email", "receiver sms", "sender email"];
/** Who is told of an event. */
const told: Record<string, string[]> = {
  collected: both,
  "collected 2": both,
  failed_collection: both,
  delivered: ["receiver email", ...both],
  "delivered 2": ["receiver email", ...both],
  failed_attempt: missed,
  returned: missed,
  reported: [],
};

const buttons = { nobody_there: "Nobody there", something_wrong: "Something is wrong" };
const reported = (Object.keys(reportChoices) as Report[]).map((report, at): Stop => {
  const { button, words } = reportChoices[report];
  const visit = visits[at % visits.length] ?? "delivery";
  const { history, told: why, office, waits } = consequences[report][visit];
  const isInReports = history === "reported";
  // At a return it is the sender's matter alone.
  const alsoTold = visit === "return" && why ? both : [];
  return {
    what: `“${words}” on a ${visit}`,
    visit,
    does: (stop) => press(stop, buttons[button], { reason: words, more: "Friday after 5" }),
    comesTo: { kinds: [history], office: isInReports ? office : undefined, isPlanned: !waits },
    alsoTold,
  };
});

const collected: Outcome = { kinds: ["collected"], isPlanned: true };
const delivered: Outcome = { kinds: ["delivered"], isPlanned: false };
const returned: Outcome = { kinds: ["returned"], isPlanned: false };
const byName = { takenBy: "Gogo Mabena", reason: "The phone is off or lost" };
const collects = (stop: string) => press(stop, "Collected");
const byPin = (stop: string) => press(stop, "Delivered", { pin: pinOf(stop) });
const gate = reportChoices.gate_closed.words;

const done: Stop[] = [
  ...[1, 2].map((n) => ({ what: `collection ${n}`, visit: "collection", does: collects, comesTo: collected }) as const),
  ...[1, 2, 3].map((n) => ({ what: `by PIN ${n}`, visit: "delivery", does: byPin, comesTo: delivered }) as const),
  ...[1, 2].map((n) => {
    const does = (stop: string) => press(stop, "Returned to the sender");
    return { what: `return ${n}`, visit: "return", does, comesTo: returned } as const;
  }),
  ...(["no_more", "not_ready", "no_room"] as const).map((fewer): Stop => {
    const { words, office, waits } = fewerPieces[fewer];
    return {
      what: `2 of 3 pieces: ${words}`,
      visit: "collection",
      pieces: 3,
      does: (stop) => press(stop, "Collected", { pieces: "2", reason: words }),
      comesTo: { kinds: ["collected 2"], office, isPlanned: !waits },
    };
  }),
  {
    what: "the neighbour took it",
    visit: "delivery",
    does: (stop) => press(stop, "Delivered", byName),
    comesTo: delivered,
  },
  {
    what: "2 of 3 pieces delivered",
    visit: "delivery",
    pieces: 3,
    does: (stop) => press(stop, "Delivered", { ...byName, pieces: "2" }),
    comesTo: { kinds: ["delivered 2"], isPlanned: true },
  },
  {
    what: "the same form three times",
    visit: "delivery",
    does: async (stop) => {
      await phone.open(`/drive/stop/${stop}`);
      const { action, body } = phone.filledIn("Delivered", { pin: pinOf(stop) });
      for (let times = 0; times < 3; times += 1) await phone.send(action, { method: "POST", body });
    },
    comesTo: delivered,
  },
  {
    what: "a wrong PIN, then the right one",
    visit: "delivery",
    does: async (stop) => {
      expect((await press(stop, "Delivered", { pin: wrongPinOf(stop) })).text).toContain("4 tries are left");
      await byPin(stop);
    },
    comesTo: delivered,
  },
  {
    what: "five wrong PINs, then the right one",
    visit: "delivery",
    does: async (stop) => {
      for (let times = 0; times < 5; times += 1) await press(stop, "Delivered", { pin: wrongPinOf(stop) });
      expect((await byPin(stop)).text).toContain("Only the office can mark this parcel");
    },
    comesTo: { kinds: [], isPlanned: true },
  },
  {
    what: "nobody to collect from, then collected",
    visit: "collection",
    does: async (stop) => {
      await press(stop, "Nobody there", { reason: gate });
      await collects(stop);
    },
    comesTo: { kinds: ["failed_collection", "collected"], isPlanned: true },
  },
  {
    what: "nobody there, then delivered",
    visit: "delivery",
    does: async (stop) => {
      await press(stop, "Nobody there", { reason: gate });
      await press(stop, "Delivered", byName);
    },
    comesTo: { kinds: ["failed_attempt", "delivered"], isPlanned: false },
  },
  {
    what: "marked without a signal, while the office gave the stop to somebody else",
    visit: "delivery",
    does: async (stop) => {
      await phone.open(`/drive/stop/${stop}`);
      const { body } = phone.filledIn("Delivered", { pin: pinOf(stop) });
      const pressed = new Date().toISOString();
      await staff(site, ["add", "driver", "Anna Mokoena", "--phone", "083 123 4568"]);
      await staff(site, ["assign", stop, "--driver", "Anna Mokoena"]);
      expect((await phone.open(`/drive/stop/${stop}`)).url).toContain("/tracking");
      expect((await phone.send(`/drive/stop/${stop}?at=${pressed}`, { method: "POST", body })).status).toBe(303);
    },
    comesTo: delivered,
  },
];
const round = [...reported, ...done];

const site = siteForAllTests();
let phone: Visitor;
let stops: string[];
beforeAll(async () => {
  const [driver] = await aRound(site, ["Sipho Nkosi"], round.length, (at) => ({ ...gatesApart(at), ...round[at] }));
  if (!driver) throw new Error("no round");
  stops = driver.stops;
  asked("DELETE FROM outgoing_mails");
  phone = await signedInDriver(site, driver, new Visitor(site.url));
});

const asked = <Row>(statement: string) => inTheFile<Row>(site, statement);
const quoteOf = (stop: string) => `(SELECT quote_id FROM waybills WHERE waybill_no = '${stop}')`;

test("a round of 31 stops: each is told as it was, what the office must do is in its lists, and tomorrow's plan has the rest", async () => {
  expect(round).toHaveLength(31);
  for (const [at, { does }] of round.entries()) await does(stops[at] ?? "");
  const [open, planned] = [
    await staffList(site, ["show", "driver_reports"]),
    (await staffList(site, ["plan", "--date", "tomorrow"])).map(({ waybill_no }) => waybill_no),
  ];
  for (const [at, { what, visit, comesTo, alsoTold = [] }] of round.entries()) {
    const stop = stops[at] ?? "";
    const before = visit === "collection" ? "'booked'" : "'booked', 'collected', 'out_for_delivery'";
    const events = asked<{ kind: string; pieces: number; quantity: number }>(
      `SELECT kind, pieces, (SELECT quantity FROM quotes WHERE id IN ${quoteOf(stop)}) AS quantity FROM tracking_events
       WHERE waybill_no = '${stop}' AND kind NOT IN (${before}) ORDER BY happened_at`,
    );
    const kinds = events.map(({ kind, pieces, quantity }) => (pieces < quantity ? `${kind} ${pieces}` : kind));
    const messages = asked<{ person: string; channel: string }>(
      `SELECT person, channel FROM outgoing_mails WHERE quote_id IN ${quoteOf(stop)}`,
    ).map(({ person, channel }) => `${person} ${channel}`);
    const office = open.find(({ waybill_no }) => waybill_no === stop)?.what_to_do;
    expect({ what, kinds, messages: messages.toSorted(), office, isPlanned: planned.includes(stop) }).toEqual({
      what,
      ...{ office: undefined, ...comesTo },
      messages: [...alsoTold, ...comesTo.kinds.flatMap((kind) => told[kind] ?? [kind])].toSorted(),
    });
  }
});

async function press(stop: string, button: string, answers: Record<string, string> = {}) {
  await phone.open(`/drive/stop/${stop}`);
  return phone.press(button, answers);
}

function pinOf(stop: string): string {
  const [row] = asked<{ pin: string }>(`SELECT pin FROM delivery_pins WHERE waybill_no = '${stop}'`);
  return row?.pin ?? "";
}

function wrongPinOf(stop: string): string {
  return String((Number(pinOf(stop)) + 1) % 10_000).padStart(4, "0");
}
