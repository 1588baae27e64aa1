import { TOGETHER_MS } from "#app/domain/post/channels";
import { DAYS, HOURS, MINUTES } from "#app/durations";
import { liveAsAttacker } from "./attacker";
import { keepTheBooks } from "./bookkeeper";
import { Checks } from "./checks";
import { workInTheOffice } from "./clerk";
import { liveAsDriver } from "./driver";
import { injectFaults } from "./fate";
import { liveAsGuest } from "./guest";
import { comeAndGo } from "./leaver";
import { growOld } from "./old-age";
import { Person } from "./person";
import { askForPrices } from "./price-asker";
import { runAProgram } from "./program";
import { receive } from "./receiver";
import { driveARound } from "./round";
import { shareAPhone } from "./shared-phone";
import { keepAShop } from "./shop";
import type { SimulatedDisk } from "./simulated-disk";
import { workAtTheDesk } from "./staff";
import { World } from "./world";

const GUESTS = 6;
const PHONES = 5;
const APPLICANTS = 2;
const ATTACKERS = 4;
/** Whose parcels somebody waits for: guests', a shop's, and a program's. */
const RECEIVED_FROM = [1, 2, 3, 4, 301, 501, 502];
const SHOPS = 2;
const PROGRAMS = 3;
const ROUNDS = 3;
const STEPS_BETWEEN_THOROUGH_CHECKS = 100;
/** No fault lasts longer. */
const LAST_STRIKE_MS = 5 * MINUTES;
/** Longer than PayFast waits, or the site for a mail server that has an email and doesn't answer. */
const LAST_WAIT_MS = LAST_STRIKE_MS + 11 * MINUTES;
/** Noon in South Africa. */
const NOON_UTC_MS = 10 * HOURS;
/** Time after that to find what is late, every five minutes, to hold its messages, and for one more try. */
const REST_MS = LAST_WAIT_MS + 5 * MINUTES + TOGETHER_MS + 3 * MINUTES;

/** Runs one world for so many steps, and then without new actions or faults until everything pending has finished. */
export async function liveThrough(
  seed: number,
  steps: number,
  siteFile: string,
  disk: SimulatedDisk,
  files: Map<string, Buffer>,
): Promise<World> {
  disk.beginWith(files);
  const world = new World(seed, siteFile, disk);
  const checks = new Checks(world);
  let isDone = false;
  const lives = [
    world.machine.start(),
    ...Array.from({ length: GUESTS }, (_, number) => liveAsGuest(world, 1 + number)),
    ...Array.from({ length: PHONES }, (_, number) => shareAPhone(world, 101 + 2 * number, 102 + 2 * number)),
    ...Array.from({ length: APPLICANTS }, (_, number) => liveAsDriver(world, 201 + number)),
    ...Array.from({ length: ATTACKERS }, (_, number) =>
      liveAsAttacker(world, 1 + number, [new Person(world, 101 + number).email]),
    ),
    ...RECEIVED_FROM.map((number) => receive(world, number, `to-${number}@mail1.example`)),
    ...Array.from({ length: SHOPS }, (_, number) => keepAShop(world, 301 + number)),
    ...Array.from({ length: PROGRAMS }, (_, number) => runAProgram(world, 501 + number)),
    ...Array.from({ length: ROUNDS }, (_, number) => driveARound(world, checks, 401 + number)),
    comeAndGo(world, 801),
    askForPrices(world, 601),
    workInTheOffice(world, checks, 701),
    workAtTheDesk(world, checks),
    keepTheBooks(world, checks),
    injectFaults(world, "machine", () => isDone),
    injectFaults(world, "elsewhere", () => isDone),
  ];
  for (const life of lives)
    life.catch((error: unknown) => {
      if (!failsAsDamaged(error)) world.fail(`the simulation itself is wrong: ${(error as Error).stack}`);
    });

  /** A file torn by a power cut may not even be readable. */
  function failsAsDamaged(error: unknown): boolean {
    if (!(error instanceof Error && "code" in error && error.code === "SQLITE_CORRUPT")) return false;
    world.fail(`the database is damaged: ${error.message}`);
    return true;
  }

  function look(check: () => void): void {
    try {
      check();
    } catch (error) {
      if (!failsAsDamaged(error)) throw error;
    }
  }

  let checkedAt = 0;
  async function goOn(): Promise<boolean> {
    const hasMore = await world.goOn();
    look(() => checks.afterStep());
    if (world.steps - checkedAt >= STEPS_BETWEEN_THOROUGH_CHECKS && !disk.hasTripped()) {
      checkedAt = world.steps;
      look(() => checks.thorough());
    }
    return hasMore && !world.failure;
  }
  while (world.steps < steps && (await goOn()));
  isDone = true;
  world.isResting = true;
  await rest(world, goOn);
  if (!world.failure) look(() => checks.atRest());
  if (!world.failure) await growOld(world, goOn, () => look(() => checks.thorough()));
  await world.liveUntil(world.machine.stopAll());
  disk.close();
  return world;
}

/** No new actions, no faults: time passes until everything pending has been tried. */
async function rest(world: World, goOn: () => Promise<boolean>): Promise<void> {
  const quietFromMs = world.clock.elapsedMs;
  const ends = [LAST_STRIKE_MS, LAST_WAIT_MS];
  while (world.clock.elapsedMs < quietFromMs + REST_MS && (await goOn())) {
    if (world.clock.elapsedMs < quietFromMs + (ends[0] ?? Number.POSITIVE_INFINITY)) continue;
    // What was scheduled for the next day is due, and texts aren't sent at night.
    ends.shift();
    world.mail.health = "well";
    world.payfast.health = "well";
    world.network.isReliable = true;
    world.endpoints.areWell = true;
    world.machine.isConnected = true;
    world.clock.adjust(untilNoonMs(world.clock.wall() + 2 * DAYS) + 2 * DAYS);
  }
}

/** From a moment to the next noon in South Africa. */
function untilNoonMs(wallMs: number): number {
  return DAYS - ((wallMs - NOON_UTC_MS) % DAYS);
}
