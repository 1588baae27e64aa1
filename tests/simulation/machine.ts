import { SECONDS } from "#app/durations";
import type { Tx } from "#db/store.server";
import type { Surroundings } from "./process-outside";
import type { Random } from "./random";
import type { Report } from "./report";
import type { SimulatedDisk } from "./simulated-disk";
import { type SiteModule, SiteProcess, siteProgram } from "./site-process";

/** For how long after a fault the site may still answer with errors. */
const EXCUSED_MS = 15 * SECONDS;
/** The longest that a stop waits for the mail server's answer. */
const STOP_WAITS_MS = 8 * SECONDS;

/** The machine that the site runs on: its processes, its disk, and its faults. */
export class Machine {
  processes: SiteProcess[] = [];
  /** Whether every COMMIT is answered. */
  isConnected = false;
  private readonly starting = new Set<SiteProcess>();
  private troubledUntilMs = 0;
  private readonly program: ReturnType<typeof siteProgram>;

  constructor(
    siteFile: string,
    readonly disk: SimulatedDisk,
    private readonly around: Surroundings,
    private readonly report: Report,
  ) {
    this.program = siteProgram(siteFile);
  }

  /** Starts another process on this machine. */
  async start(): Promise<void> {
    const process = new SiteProcess((own) => this.program(own, this.around, this.disk.folder));
    this.starting.add(process);
    const started = process.serve(async () => {
      const services = await process.site.services();
      this.slowDown(process, services.store);
      return services;
    });
    const services = await started.catch((error) => {
      if (!this.isTroubled() && !this.hasTripped()) this.report.fail(`the site did not start: ${error.stack ?? error}`);
      process.die();
      return null;
    });
    this.starting.delete(process);
    if (services && process.isAlive) this.processes.push(process);
    else this.close([process]);
  }

  anyProcess(random: Random): SiteProcess | undefined {
    return this.processes.length > 0 ? random.pick(this.processes) : undefined;
  }

  /** Stops all processes as an operator would. */
  async stopAll(): Promise<void> {
    const { clock } = this.around;
    const stopping = this.processes.splice(0);
    for (const process of stopping) {
      const fromMs = clock.elapsedMs;
      await process.serve(async () => (await process.site.services()).close());
      process.die();
      // A stop that used up its waiting time ends like a kill: what was sent may not be recorded.
      if (clock.elapsedMs - fromMs >= STOP_WAITS_MS) this.allowUnnotedRepeats([process]);
    }
    this.close(stopping);
  }

  /** Kills one of several processes. What it has written is in the system's memory, so it stays. */
  killOne(random: Random): void {
    const process = random.pick(this.processes);
    this.processes = this.processes.filter((each) => each !== process);
    process.die();
    this.close([process]);
    this.allowUnnotedRepeats([process]);
  }

  /** All processes die at once: killed, or by a power cut, which loses what wasn't synced. */
  crash(kind: "kill" | "power cut", random: Random): void {
    const dead = [...this.processes.splice(0), ...this.starting];
    for (const process of dead) process.die();
    const left = kind === "kill" ? this.disk.asWritten() : this.disk.afterPowerCut(random);
    this.close(dead);
    this.disk.beginWith(left);
    this.allowUnnotedRepeats(dead);
  }

  /** No process runs any more on a machine that has stopped. */
  halt(): void {
    for (const process of [...this.processes, ...this.starting]) process.die();
  }

  /** Allows the site's errors from now on, until some seconds after `ms`. */
  trouble(ms: number): void {
    this.troubledUntilMs = Math.max(this.troubledUntilMs, this.around.clock.elapsedMs + ms + EXCUSED_MS);
  }

  isTroubled(): boolean {
    return this.around.clock.elapsedMs < this.troubledUntilMs;
  }

  hasTripped(): boolean {
    return this.disk.hasTripped();
  }

  /**
   * Delays transactions sometimes, before and inside, so that requests overtake each other. Some run twice: PostgreSQL
   * rolls back one of two transactions that conflict, and the store repeats it, until it is alone. In a failover it may
   * commit without an answer.
   */
  private slowDown(process: SiteProcess, store: Awaited<ReturnType<SiteModule["services"]>>["store"]): void {
    const { clock, random } = this.around;
    const transact = store.tx;
    store.tx = async (work, options) => {
      if (random.chance(0.3)) await clock.pause(random.below(200), process);
      const isSlow = random.chance(0.1);
      while (random.chance(0.05)) {
        await transact(conflicting(work)).catch(unlessConflict);
        await clock.pause(random.below(50), process);
      }
      // A claim on an email ends by itself with PostgreSQL only: SQLite always says whether it has written one.
      const isCommitLost = !options?.rowLocks && random.chance(this.isConnected ? 0 : 0.002);
      const result = await transact(async (tx) => {
        if (isSlow) await clock.pause(random.below(400), process);
        return work(tx);
      });
      if (isCommitLost) this.loseCommit(process);
      return result;
    };
  }

  private loseCommit(process: SiteProcess): never {
    this.report.step("the answer to a COMMIT is lost");
    this.trouble(0);
    const cause = new Error("Connection terminated unexpectedly");
    throw new process.site.LostCommitError("the answer to a COMMIT was lost", { cause });
  }

  private allowUnnotedRepeats(dead: readonly SiteProcess[]): void {
    const unnoted = this.disk.rows<{ id: string }>(
      "SELECT coalesce(digest_id, id) AS id FROM outgoing_mails WHERE state <> 'sent'",
    );
    this.around.mail.allowRepeats(dead, new Set(unnoted.map(({ id }) => id)));
  }

  private close(processes: SiteProcess[]): void {
    for (const { connections } of processes) for (const connection of connections) connection.close();
  }
}

/** Thrown where PostgreSQL would report 40001. */
class Conflict extends Error {}

function conflicting(work: (tx: Tx) => Promise<unknown>): (tx: Tx) => Promise<never> {
  return async (tx) => {
    await work(tx);
    throw new Conflict("could not serialize access due to read/write dependencies");
  };
}

function unlessConflict(error: unknown): void {
  if (!(error instanceof Conflict)) throw error;
}
