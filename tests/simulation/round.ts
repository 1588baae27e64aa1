import type { SerializeFrom } from "@remix-run/node";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { type Answer, Browser, type Form } from "./browser";
import type { Checks } from "./checks";
import { Person } from "./person";
import { desk } from "./staff";
import type { World } from "./world";

const PARCELS_A_DAY = 5;
/** After so many even the right one is refused. */
const WRONG_PINS = 5;
/** Less than the 30 days that a driver's phone stays signed in, because the clock may be a day wrong. */
const SURELY_SIGNED_IN_MS = 28 * DAYS;

type Day = SerializeFrom<typeof import("#app/routes/drive._index").loader>;
type Stop = SerializeFrom<typeof import("#app/routes/drive.stop.$waybillNo").loader>;

/** A driver with a phone, and the office that plans the day: parcels are collected, brought, missed and delivered. */
export async function driveARound(world: World, checks: Checks, number: number): Promise<void> {
  const { random, clock } = world;
  // A driver's pages show what others have typed.
  const driver = new Person(world, number, new Browser(world.network, `10.2.0.${number & 255}`, `driver ${number}`));
  let signedInAtMs = Number.NEGATIVE_INFINITY;
  const isSurelyIn = () => Math.abs(clock.wall() - signedInAtMs) < SURELY_SIGNED_IN_MS;
  for (;;) {
    await world.pause(5 * MINUTES);
    if (!isSurelyIn()) {
      const startedAtMs = clock.wall();
      if (!(await signIn(driver))) continue;
      signedInAtMs = startedAtMs;
    }
    await planTheDay(world, checks, driver.name);
    const day = await driver.get("/drive");
    if (day?.status === 403 && isSurelyIn()) return world.fail(`${driver.name}'s phone isn't signed in any more`);
    for (const { waybillNo, visit } of stopsOn(day)) {
      await world.pause(2 * MINUTES);
      const kind = random.chance(0.2) ? "nobody_there" : visit === "collection" ? "collected" : "delivered";
      await markAtStop(driver, waybillNo, kind);
    }
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

/** The office gives the driver some parcels; those that came to the depot leave with them. */
async function planTheDay(world: World, checks: Checks, name: string): Promise<void> {
  for (let parcels = 0; parcels < PARCELS_A_DAY; parcels += 1) {
    const parcel = checks.any(
      `SELECT waybill_no AS id, last_event AS last FROM waybills WHERE last_event ${world.random.chance(0.1) ? "" : "NOT"} IN ('delivered', 'returned', 'cancelled')`,
    );
    if (!parcel) continue;
    const over = () =>
      world.disk.rows(
        `SELECT waybill_no FROM waybills WHERE waybill_no = '${parcel.id}' AND last_event IN ('delivered', 'returned', 'cancelled')`,
      ).length > 0;
    await desk(world, `give ${parcel.id} to ${name}`, async (site, tx) => {
      const now = new Date(world.clock.wall());
      const { driver } = await site.addDriver(tx, { name, phone: "+27821231234" }, now);
      const mark = { kind: "out_for_delivery", happenedAt: now, place: null } as const;
      if (["collected", "in_transit", "failed_attempt"].includes(String(parcel.last)))
        await site.markAndNotify(tx, parcel.id, mark, now);
      const wasOver = over();
      const given = await site.assignStop(tx, { waybillNo: parcel.id, driver, day: site.saDay(now) }, now);
      if (given.ok && wasOver) world.fail(`${parcel.id} was given to ${name}, and is over`);
    });
  }
}

/** The driver presses a button; sometimes the phone sends the same form again, now or later. */
async function markAtStop(driver: Person, waybillNo: string, kind: string): Promise<void> {
  const { world } = driver;
  const address = `/drive/stop/${waybillNo}`;
  const page = await driver.get(address);
  if (page?.status !== 200) return;
  const { hidden } = page.data as Stop;
  const form = { ...hidden, mark: kind, takenBy: kind === "delivered" ? "Gogo Mabena" : "", pieces: "", pin: "" };
  const reason = kind === "collected" ? "" : "Nobody was there";
  if (kind === "delivered" && world.random.chance(0.3)) await typeWrongPins(driver, waybillNo, form);
  world.promises.beginMark(waybillNo);
  const answer = await driver.post(address, { ...form, reason });
  if (answer && answer.status < 400) world.promises.marks.push({ waybillNo, kind });
  if (!world.random.chance(0.4)) return;
  await world.pause(30 * SECONDS);
  await driver.post(address, { ...form, reason });
}

/** One wrong PIN after another; each counts. */
async function typeWrongPins(driver: Person, waybillNo: string, form: Form): Promise<void> {
  const { disk, random, promises } = driver.world;
  const [kept] = disk.rows<{ pin: string }>(`SELECT pin FROM delivery_pins WHERE waybill_no = '${waybillNo}'`);
  if (!kept) return;
  const typed = promises.wrongPins.get(waybillNo) ?? new Set<string>();
  for (let tries = 1 + random.below(6); tries > 0; tries -= 1) {
    const pin = String(1_000 + random.below(9_000));
    if (pin === kept.pin || typed.has(pin)) continue;
    const answer = await driver.post(`/drive/stop/${waybillNo}`, { ...form, pin, takenBy: "", reason: "" });
    if (answer?.status !== 400) return;
    promises.wrongPins.set(waybillNo, typed.add(pin));
  }
  const isLocked = typed.size >= WRONG_PINS;
  const answer = isLocked
    ? await driver.post(`/drive/stop/${waybillNo}`, { ...form, pin: kept.pin, takenBy: "" })
    : null;
  if (answer && answer.status < 400)
    driver.world.fail(`the PIN of ${waybillNo} was taken after ${typed.size} wrong ones`);
}

/** The office agrees on a day with the receiver, on the phone. */
async function agreeOnADay(world: World, checks: Checks): Promise<void> {
  const { random, promises, clock } = world;
  const parcel = checks.any(
    `SELECT waybill_no AS id FROM waybills WHERE last_event IN ('collected', 'in_transit', 'failed_attempt')
      AND (${random.chance(0.7) ? "" : "NOT"} EXISTS (SELECT 1 FROM receiver_wishes WHERE receiver_wishes.waybill_no = waybills.waybill_no))`,
  );
  if (!parcel) return;
  promises.agreed.delete(parcel.id);
  const agreed = await desk(world, `agree on a day for ${parcel.id}`, (site, tx) => {
    const now = new Date(clock.wall());
    const day = site.saDay(new Date(clock.wall() + (1 + random.below(20)) * DAYS));
    return site
      .agreeVisit(tx, parcel.id, { day, fromTime: null, untilTime: null }, now)
      .then((done) => ({ done, day }));
  });
  if (agreed?.done.ok && agreed.done.stop === "delivery") promises.agreed.set(parcel.id, agreed.day);
}

/** The office undoes
/** The office undoes a parcel's last mark. What wasn't on its way then must never arrive. */
async function correctAMark(world: World, checks: Checks): Promise<void> {
  const parcel = checks.any(
    "SELECT waybill_no AS id FROM waybills WHERE last_event NOT IN ('booked', 'cancelled') ORDER BY last_event_at DESC LIMIT 3",
  );
  if (!parcel) return;
  let unsent: string[] = [];
  let event = "";
  const undone = await desk(world, `undo the mark of ${parcel.id}`, async (site, tx) => {
    const [last] = world.disk.rows<{ id: string }>(
      `SELECT id FROM tracking_events WHERE waybill_no = '${parcel.id}' ORDER BY happened_at DESC, id DESC LIMIT 1`,
    );
    event = last?.id ?? "";
    unsent = world.disk
      .rows<{ id: string }>(
        `SELECT id FROM outgoing_mails WHERE letter_key LIKE '%:${last?.id}:%' AND state = 'queued' AND claimed_at IS NULL AND attempts = 0`,
      )
      .map(({ id }) => id);
    const undoing = await site.undoAndNotify(tx, parcel.id, new Date(world.clock.wall()));
    return undoing.ok && undoing.undone.id === last?.id;
  });
  if (undone) world.promises.undone.add(event);
  if (undone) for (const id of unsent) world.promises.takenBack.add(id);
  if (undone) world.promises.marks = world.promises.marks.filter(({ waybillNo }) => waybillNo !== parcel.id);
}
