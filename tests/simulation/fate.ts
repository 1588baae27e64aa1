import path from "node:path";
import RealDatabase from "better-sqlite3";
import { DAYS, HOURS, MINUTES, SECONDS } from "#app/durations";
import { tryWhatHasRunOut } from "./attacker";
import type { World } from "./world";

/** Faults of the machine, and how often each happens compared with the others. */
const onTheMachine = {
  kill: 5,
  killInTheMiddle: 5,
  powerCut: 5,
  powerCutInTheMiddle: 6,
  restart: 2,
  secondProcess: 4,
  fullDisk: 3,
  lock: 3,
  longSleep: 8,
  monthEnd: 1,
  wrongClock: 1,
};
/** So long before somebody's last moment the others wake. */
const AWAKE_BEFORE_MS = 5 * SECONDS;
const elsewhere = { mailTrouble: 2, payfastTrouble: 1 };

/** Injects a fault into the machine, or into other services, every few minutes until told to stop. */
export async function injectFaults(world: World, where: "machine" | "elsewhere", isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    await world.pause(3 * MINUTES);
    const what = where === "machine" ? world.random.weighed(onTheMachine) : world.random.weighed(elsewhere);
    if (!isDone()) await strikes[what](world);
  }
}

type Strike = keyof typeof onTheMachine | keyof typeof elsewhere;

const strikes: Record<Strike, (world: World) => Promise<unknown>> = {
  async kill(world) {
    const { machine, random } = world;
    world.step("killed");
    if (machine.processes.length > 1) machine.killOne(random);
    else await crash(world, "kill");
  },
  async powerCut(world) {
    world.step("power cut");
    await crash(world, "power cut");
  },
  killInTheMiddle: (world) => inTheMiddle(world, "kill"),
  powerCutInTheMiddle: (world) => inTheMiddle(world, "power cut"),
  restart,
  async secondProcess(world) {
    if (world.machine.processes.length > 1) return;
    await aMomentThatHurts(world);
    world.step("a second process starts");
    await world.machine.start();
  },
  async fullDisk(world) {
    const { machine, disk, random, clock } = world;
    const ms = random.below(3 * MINUTES);
    await aMomentThatHurts(world);
    world.step(`the disk is full, in ${ms} ms it is not`);
    machine.trouble(ms);
    disk.fillAfter(1 + random.below(20));
    await clock.pause(ms);
    disk.free();
    if (random.chance(0.3)) await crash(world, "kill");
    else if (random.chance(0.5)) await restart(world);
  },
  async lock(world) {
    await aMomentThatHurts(world);
    await lockFor(world, world.random.below(20 * SECONDS));
    if (world.random.chance(0.5)) await restart(world);
  },
  async mailTrouble({ mail, random, clock }) {
    mail.health = random.pick(["down", "refuses", "hangs", "mute"] as const);
    await clock.pause(random.below(4 * MINUTES));
    mail.health = "well";
  },
  async payfastTrouble({ payfast, random, clock }) {
    payfast.health = random.pick(["silent", "broken"] as const);
    await clock.pause(random.below(4 * MINUTES));
    payfast.health = "well";
  },
  async longSleep(world) {
    const { clock, random, lastMoments } = world;
    const last = lastMoments.next(clock.wall() + AWAKE_BEFORE_MS);
    const isUntilLast = last !== undefined && random.chance(0.7);
    const ms = isUntilLast
      ? last - AWAKE_BEFORE_MS - clock.wall()
      : random.pick([0, random.below(6) * DAYS, 8 * DAYS, 32 * DAYS, 100 * DAYS]) + random.below(24) * HOURS + HOURS;
    const isOff = random.chance(0.5);
    world.step(`everybody sleeps for ${(ms / HOURS).toFixed(1)} hours${isOff ? "" : ", the machine too"}`);
    if (isOff) await world.machine.stopAll();
    // The last step may have come meanwhile: no more time is lost then, because what is pending needs it.
    if (!world.isResting) clock.leap(ms);
    if (isOff) await world.machine.start();
    lastMoments.wakeUntil(isUntilLast ? last : clock.wall());
    if (isUntilLast) await lockAround(world, last);
    else await tryWhatHasRunOut(world);
  },
  /** To the last hours of a month, after its last day has ended elsewhere. */
  async monthEnd(world) {
    const { clock, random } = world;
    const month = new Date(clock.wall());
    const nextMs = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1);
    const ms = nextMs - random.below(90 * MINUTES) - 30 * MINUTES - clock.wall();
    if (ms <= 0 || world.isResting) return;
    world.step("everybody sleeps until a month ends");
    clock.leap(ms);
    world.lastMoments.wakeUntil(clock.wall());
  },
  async wrongClock(world) {
    const ms = world.random.pick([-DAYS, -HOURS, HOURS, DAYS]);
    world.step(`the clock is put by ${ms / HOURS} hours`);
    // A day that was agreed on may have been over meanwhile.
    world.promises.agreed.clear();
    world.clock.adjust(ms);
  },
};

/** Usually waits until an email is under way whose result can't be recorded then. */
async function aMomentThatHurts({ mail, random, clock }: World): Promise<void> {
  if (random.chance(0.3)) return;
  for (let waited = 0; waited < 300 && !mail.isAnswering(); waited += 1) await clock.pause(100);
}

/** Staff hold the database for a while. */
async function lockFor({ machine, clock, disk }: World, ms: number): Promise<void> {
  const staff = new RealDatabase(path.join(disk.folder, "courier.db"), { timeout: 0 });
  try {
    staff.exec("BEGIN IMMEDIATE");
  } catch {
    return void staff.close();
  }
  machine.trouble(ms);
  await clock.pause(ms);
  staff.close();
}

/** What is asked in time is done late: staff hold the database from shortly before a moment until shortly after. */
async function lockAround(world: World, atWallMs: number): Promise<void> {
  const { clock, random } = world;
  await clock.pause(Math.max(0, atWallMs - 1 * SECONDS - clock.wall()));
  await lockFor(world, random.below(4 * SECONDS));
}

async function restart(world: World): Promise<void> {
  world.step("restart");
  await world.machine.stopAll();
  await world.machine.start();
}

/** The machine stops at one of the next writes or syncs, with part of it done. */
async function inTheMiddle(world: World, kind: "kill" | "power cut"): Promise<void> {
  const { disk, random, clock } = world;
  disk.tripAfter(1 + random.below(40));
  for (let waited = 0; waited < 60 && !disk.hasTripped(); waited += 1) await clock.pause(1 * SECONDS);
  world.step(`${kind} in the middle${disk.hasTripped() ? "" : " of nothing"}`);
  await crash(world, kind);
}

async function crash(world: World, kind: "kill" | "power cut"): Promise<void> {
  world.machine.crash(kind, world.random);
  await world.machine.start();
}
