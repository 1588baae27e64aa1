import type { SerializeFrom } from "@remix-run/node";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { type Answer, Browser, type Form } from "./browser";
import type { Checks } from "./checks";
import { agreeOnADay, correctAMark, planTheDay } from "./office-plan";
import { Person } from "./person";
import { desk } from "./staff";
import type { World } from "./world";

/** After so many even the right one is refused. */
const WRONG_PINS = 5;
/** Less than the 30 days that a driver's phone stays signed in, because the clock may be a day wrong. */
const SURELY_SIGNED_IN_MS = 28 * DAYS;
/** For so long a driver may still send the mark of a stop that was theirs. */
const LATE_MS = 6 * DAYS;

type Day = SerializeFrom<typeof import("#app/routes/drive._index/route").loader>;
type Stop = SerializeFrom<typeof import("#app/routes/drive.stop.$waybillNo.($visit)/route").loader>;
type Mark = "collected" | "delivered" | "nobody_there";

/** A driver with a phone, and the office that plans the day: parcels are collected, brought, missed and delivered. */
export async function driveARound(world: World, checks: Checks, number: number): Promise<void> {
  const { random, clock } = world;
  let phones = 0;
  // A driver's pages show what others have typed.
  const aPhone = () => new Browser(world.network, `10.2.0.${number & 255}`, `driver ${number}, phone ${++phones}`);
  let driver = new Person(world, number, aPhone());
  let signedInAtMs = Number.NEGATIVE_INFINITY;
  const isSurelyIn = () => Math.abs(clock.wall() - signedInAtMs) < SURELY_SIGNED_IN_MS;
  for (;;) {
    await world.pause(1.5 * MINUTES);
    const isNew = random.chance(0.12);
    if (isNew || !isSurelyIn()) {
      const [old, wasIn] = [driver.phone, isSurelyIn()];
      if (isNew) driver = new Person(world, number, aPhone());
      const startedAtMs = clock.wall();
      signedInAtMs = Number.NEGATIVE_INFINITY;
      if (!(await signIn(driver))) continue;
      signedInAtMs = startedAtMs;
      const found = isNew && wasIn ? await old.get("/drive") : null;
      if (found?.status === 200) world.fail(`${old.name} is signed in, and ${driver.phone.name} has taken its place`);
    }
    await planTheDay(world, checks, driver.name);
    const day = await driver.get("/drive");
    if (day?.status === 403 && isSurelyIn()) return world.fail(`${driver.name}'s phone isn't signed in any more`);
    for (const { waybillNo, visit } of stopsOn(day)) {
      await world.pause(25 * SECONDS);
      // They don't come to every stop that day, and some people are never there.
      if (random.chance(0.2)) continue;
      const isMissed = random.chance(visit === "delivery" && /[0-2]$/.test(waybillNo) ? 0.8 : 0.15);
      await markAtStop(
        driver,
        waybillNo,
        isMissed ? "nobody_there" : visit === "collection" ? "collected" : "delivered",
      );
    }
    await markAnothers(driver, checks, day);
    if (random.chance(0.5)) await correctAMark(world, checks);
    if (random.chance(0.6)) await agreeOnADay(world, checks);
  }
}

function stopsOn(answer: Answer | null) {
  const day = answer?.data as Day | undefined;
  return day?.isSignedIn ? day.gates.flat() : [];
}

async function signIn(driver: Person): Promise<boolean> {
  const phone = "+27821231234";
  const code = await desk(driver.world, `send ${driver.name} a link`, async (site, tx) => {
    const now = new Date(driver.world.clock.wall());
    const added = await site.addDriver(tx, { name: driver.name, phone }, now);
    return site.newSignInCode(tx, added.driver, now);
  });
  if (!code) return false;
  const address = `/drive/sign-in?code=${encodeURIComponent(code)}`;
  const page = await driver.get(address);
  if (page?.status !== 200) return false;
  const answer = await driver.post(address, { key: String(page.data.key) });
  if (answer?.location !== "/drive") return false;
  const other = await driver.post(
    address,
    { key: "another phone's form" },
    new Browser(driver.world.network, "10.2.1.1", "thief"),
  );
  if (other?.location === "/drive") driver.world.fail(`a driver's link signed in a second phone: ${address}`);
  return true;
}

/** The driver presses a button; sometimes the phone sends the same form again, now or later. */
async function markAtStop(driver: Person, waybillNo: string, kind: Mark): Promise<void> {
  const { world } = driver;
  const { random } = world;
  const address = `/drive/stop/${waybillNo}`;
  const page = await driver.get(address);
  if (page?.status !== 200) return;
  const { hidden, stop } = page.data as Stop;
  const { left } = stop.pieces;
  const pieces = kind !== "nobody_there" && left > 1 && random.chance(0.5) ? String(1 + random.below(left - 1)) : "";
  const form = { ...hidden, mark: kind, takenBy: kind === "delivered" ? "Gogo Mabena" : "", pieces, pin: "" };
  const reasons = {
    collected: pieces && "The rest isn't ready",
    delivered: "Nobody was there",
    nobody_there: "Nobody was there",
  };
  const reason = reasons[kind];
  if (kind === "delivered" && random.chance(0.4)) await typePins(driver, waybillNo, form);
  world.promises.beginMark(waybillNo);
  const answer = await driver.post(address, { ...form, reason });
  if (answer && answer.status < 400) world.promises.marks.push({ waybillNo, kind });
  if (answer?.status === 303 && pieces && random.chance(0.5)) await countWhatIsLeft(driver, waybillNo, kind);
  if (!random.chance(0.4)) return;
  await world.pause(30 * SECONDS);
  await driver.post(address, { ...form, reason });
}

/** After some of the pieces, the others are still to do. */
async function countWhatIsLeft(driver: Person, waybillNo: string, kind: string): Promise<void> {
  const page = await driver.get(`/drive/stop/${waybillNo}`);
  if (page?.status !== 200) return;
  const { stop } = page.data as Stop;
  const isDone = kind === "delivered" ? "delivered" : "collected";
  const done = driver.world.disk.rows<{ pieces: number }>(
    `SELECT coalesce(sum(coalesce(pieces, ${stop.pieces.of})), 0) AS pieces FROM tracking_events WHERE waybill_no = '${waybillNo}' AND kind = '${isDone}'`,
  )[0]?.pieces;
  const isSameVisit = (stop.visit === "collection") === (kind === "collected");
  if (isSameVisit && stop.nothingLeft && Number(done) < stop.pieces.of && stop.lastMark?.includes(" of "))
    driver.world.fail(`${done} of ${stop.pieces.of} pieces of ${waybillNo} are ${isDone}, and nothing is left to do`);
}

/** One wrong PIN after another; each counts, and the right one is taken until there were too many. */
async function typePins(driver: Person, waybillNo: string, form: Form): Promise<void> {
  const { disk, random, promises } = driver.world;
  const [kept] = disk.rows<{ pin: string }>(`SELECT pin FROM delivery_pins WHERE waybill_no = '${waybillNo}'`);
  if (!kept) return;
  const address = `/drive/stop/${waybillNo}`;
  const typed = promises.wrongPins.get(waybillNo) ?? new Set<string>();
  for (let tries = 1 + random.below(6); tries > 0; tries -= 1) {
    const pin = String(1_000 + random.below(9_000));
    if (pin === kept.pin || typed.has(pin)) continue;
    const answer = await driver.post(address, { ...form, pin, takenBy: "", reason: "" });
    if (answer?.status !== 400) return;
    promises.wrongPins.set(waybillNo, typed.add(pin));
  }
  const isLocked = typed.size >= WRONG_PINS;
  if (!isLocked && random.chance(0.5)) return;
  if (!isLocked) promises.beginMark(waybillNo);
  const answer = await driver.post(address, { ...form, pin: kept.pin, takenBy: "" });
  const errors = (answer?.data.errors ?? {}) as Record<string, string[]>;
  if (isLocked && answer && answer.status < 400)
    driver.world.fail(`the PIN of ${waybillNo} was taken after ${typed.size} wrong ones`);
  const words = Object.values(errors).flat().join(" ");
  const [now] = disk.rows<{ tries: number }>(
    `SELECT wrong_tries AS tries FROM delivery_pins WHERE waybill_no = '${waybillNo}'`,
  );
  const isOpen = Number(now?.tries) < WRONG_PINS;
  if (isOpen && answer?.status === 400 && /PIN/.test(words) && !words.startsWith("It is saved"))
    driver.world.fail(`the right PIN of ${waybillNo} was refused after ${now?.tries} wrong ones: ${words}`);
}

/** A stop of another driver takes no mark of this one. */
async function markAnothers(driver: Person, checks: Checks, day: Answer | null): Promise<void> {
  const { world } = driver;
  const token = (day?.data as Day | undefined)?.isSignedIn ? String(day?.data.token) : "";
  const id = `(SELECT id FROM drivers WHERE name = '${driver.name}')`;
  const since = new Date(world.clock.wall() - LATE_MS).toISOString().slice(0, 10);
  const other = checks.any(
    `SELECT waybill_no AS id FROM stops WHERE removed_at IS NULL AND NOT EXISTS
      (SELECT 1 FROM stops AS mine WHERE mine.waybill_no = stops.waybill_no AND mine.driver_id = ${id} AND mine.day >= '${since}')`,
  );
  if (!token || !other) return;
  const form = { key: `a form of ${driver.name} at ${world.steps}`, token, mark: "collected", pieces: "", pin: "" };
  const answer = await driver.post(`/drive/stop/${other.id}`, { ...form, takenBy: "", reason: "" });
  const wasGiven = world.disk.rows(
    `SELECT 1 FROM stops WHERE waybill_no = '${other.id}' AND driver_id = ${id} AND day >= '${since}'`,
  );
  if (answer?.status === 303 && wasGiven.length === 0)
    world.fail(`${driver.name} marked ${other.id}, which isn't theirs`);
}
