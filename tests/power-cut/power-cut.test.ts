import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { MINUTES } from "#app/durations";
import { inTheFile } from "../support/a-guest";
import { startSite } from "../support/running-site";
import { Visitor } from "../support/visitor";
import { lossesAfter } from "./after-the-cut";
import { type BusyHour, type Cut, powerCuts, recordBusyHour, withoutSyncs } from "./busy-hour";
import { tell } from "./customers";
import { Disk, writeFiles } from "./disk";
import { randomFrom } from "./random";

/** `node tests/power-cut/run.mjs --cuts N` makes N of them for each test, with `--seed N` at the same random points. */
const CUTS = Number(process.env.CUTS ?? 30);
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));
/** A hundred cuts find nearly everything that one hour can show. */
const CUTS_AN_HOUR = 100;
/** If a sync is left out, about every second cut shows it. */
const CUTS_UNTIL_HARM = 100;
const PATIENCE_MS = 60 * MINUTES;

const random = randomFrom(SEED);
let hour: BusyHour;
beforeAll(async () => {
  hour = await recordBusyHour();
});

test("the record contains everything that the site did to its files: replayed, they are the same to the byte", () => {
  const disk = new Disk();
  for (const event of hour.events) disk.apply(event);
  const seen = disk.asSeen();
  seen.delete("courier.db-shm");
  expect([...seen.keys()].sort()).toEqual([...hour.files.keys()].sort());
  for (const [name, bytes] of hour.files) expect(seen.get(name)?.equals(bytes), name).toBe(true);
});

test(
  `${CUTS} power cuts: whatever the site had acknowledged is there, and nothing is damaged`,
  async () => {
    const { lost, damaging } = await cutPower(undefined);
    expect(lost).toEqual([]);
    console.info(`synchronous=FULL, seed ${SEED}: ${damaging} of ${CUTS} cuts did harm`);
  },
  PATIENCE_MS,
);

// Shows that the test above would notice: the same site with weaker settings of its database.
test.each(["NORMAL", "OFF"] as const)(
  "with synchronous=%s some cuts lose what was acknowledged",
  async (synchronous) => {
    const { lost, damaging } = await cutPower(synchronous);
    console.info(`synchronous=${synchronous}, seed ${SEED}: ${damaging} of ${CUTS} cuts did harm`);
    expect(lost.some((words) => /^(quote|booking|payment|waybill|account) .* is lost|all tables/.test(words))).toBe(
      true,
    );
  },
  PATIENCE_MS,
);

test.each([
  ["of the database's log, at a commit", /^courier\.db-wal$/, /is lost|are lost/],
  ["of the database itself, at a checkpoint", /^courier\.db$/, /is lost|are lost|damaged|can't be read/],
  ["of an email's file", /^outbox\/.*\.part$/, /^email/],
  ["of the emails' folder", /^outbox\/$/, /^email/],
  ["of the session secret", /^session-secret/, /^the session secret/],
])(
  "with the sync %s left out some cut loses something",
  (_, pattern, words) => {
    const cuts = powerCuts(withoutSyncs(hour, pattern), CUTS_UNTIL_HARM, random);
    expect(findLoss(cuts, words)).toMatch(words);
  },
  PATIENCE_MS,
);

test(
  "after a power cut the site starts: paid bookings show their waybills, and PayFast's notices are taken again",
  async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "thuma-after-cut-"));
    const cut = lastOf(powerCuts(hour, 5, random));
    writeFiles(dataDir, cut.files);
    const site = await startSite({ DATA_DIR: dataDir });
    try {
      const isPaid = (quoteId: string) =>
        cut.acknowledged.some(({ what, name }) => what === "payment" && name === quoteId);
      const paid = hour.bookers.filter(({ quoteId }) => isPaid(quoteId));
      expect(paid).not.toEqual([]);
      for (const { guest, waybillNo, notice } of paid) {
        expect((await tell(site, notice)).status).toBe(200);
        const phone = new Visitor(site.url);
        for (const [name, cookie] of guest.cookies) phone.cookies.set(name, cookie);
        expect((await phone.open(`/waybill/${waybillNo}`)).status).toBe(200);
      }
      const doubled = "SELECT quote_id FROM waybills GROUP BY quote_id HAVING count(*) > 1";
      expect(inTheFile(site, doubled)).toEqual([]);
      const unsent = "SELECT id FROM outgoing_mails WHERE letter_key LIKE 'booking-confirmed:%' AND state <> 'sent'";
      await expect.poll(() => inTheFile(site, unsent)).toEqual([]);
    } finally {
      await site.kill();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
  PATIENCE_MS,
);

/**
 * Cuts the power CUTS times, in as many busy hours as needed. Returns what was lost, and how many cuts lost something.
 */
async function cutPower(synchronous: "NORMAL" | "OFF" | undefined): Promise<{ lost: string[]; damaging: number }> {
  const losses: string[][] = [];
  for (let left = CUTS; left > 0; left -= CUTS_AN_HOUR) {
    const recorded = !synchronous && left === CUTS ? hour : await recordBusyHour(synchronous);
    for (const cut of powerCuts(recorded, Math.min(left, CUTS_AN_HOUR), random))
      losses.push(lossesAfter(cut, recorded));
  }
  return { lost: losses.flat(), damaging: losses.filter((each) => each.length).length };
}

/** The first loss that matches. */
function findLoss(cuts: Iterable<Cut>, words: RegExp): string | undefined {
  for (const cut of cuts) {
    const found = lossesAfter(cut, hour).find((loss) => words.test(loss));
    if (found) return found;
  }
  return undefined;
}

function lastOf<Item>(items: Iterable<Item>): Item {
  const last = [...items].at(-1);
  if (last === undefined) throw new Error("there is none");
  return last;
}
