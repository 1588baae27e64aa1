import { Clock } from "./clock";
import { Endpoints } from "./endpoints";
import { LastMoments } from "./last-moments";
import { Machine } from "./machine";
import { MailServer } from "./mail-server";
import { Network } from "./network";
import { Payfast } from "./payfast";
import { Promises } from "./promises";
import { type Random, randomOf } from "./random";
import type { Report } from "./report";
import type { SimulatedDisk } from "./simulated-disk";

const TRACE_LINES = 60;

/** The simulated world: everything in it follows from its seed. */
export class World implements Report {
  steps = 0;
  /** No new actions start. */
  isResting = false;
  failure: string | null = null;
  /** The last steps, for finding the cause of a failure. */
  readonly trace: string[] = [];
  /** Changes with every step and its time: two runs of one seed end with the same value. */
  fingerprint = 0;

  readonly random: Random;
  readonly clock = new Clock();
  readonly mail: MailServer;
  readonly payfast: Payfast;
  readonly endpoints: Endpoints;
  readonly machine: Machine;
  readonly network: Network;
  readonly promises: Promises;
  readonly lastMoments = new LastMoments();

  constructor(
    readonly seed: number,
    siteFile: string,
    readonly disk: SimulatedDisk,
  ) {
    this.random = randomOf(seed);
    this.mail = new MailServer(this.clock, this.random, this);
    this.payfast = new Payfast(this.clock, this.random, this);
    this.endpoints = new Endpoints(this.clock, this.random, this);
    const { clock, random, mail, payfast, endpoints } = this;
    this.machine = new Machine(siteFile, disk, { clock, random, mail, payfast, endpoints }, this);
    this.network = new Network(clock, random, this.machine, this);
    this.promises = new Promises(this);
    payfast.reachSiteBy(async (body, clientAddress) => {
      const asked = { method: "POST", path: "/payfast/notify", body, clientAddress, who: "PayFast" } as const;
      return (await this.network.ask(asked))?.status ?? null;
    });
  }

  step(what: string): void {
    this.steps += 1;
    const line = `${String(this.steps).padStart(7)} ${(this.clock.elapsedMs / 1000).toFixed(1).padStart(9)} s  ${what}`;
    this.trace.push(line);
    if (this.trace.length > TRACE_LINES) this.trace.shift();
    for (let at = 0; at < line.length; at += 1)
      this.fingerprint = (Math.imul(this.fingerprint, 31) + line.charCodeAt(at)) | 0;
  }

  fail(what: string): void {
    this.failure ??= what;
  }

  /** Moves to the next moment in which anything happens; false when there is none. */
  async goOn(): Promise<boolean> {
    const hasMore = this.clock.runNextTimer();
    // Everything that the site does between two waits happens in one turn of Node's event loop.
    await new Promise<void>((resolve) => setImmediate(resolve));
    if (this.disk.hasTripped()) this.machine.halt();
    return hasMore && !this.failure;
  }

  async liveUntil(end: Promise<unknown>): Promise<void> {
    let hasEnded = false;
    void end.finally(() => {
      hasEnded = true;
    });
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (!hasEnded && (await this.goOn()));
  }

  /** Waits for a random time; for ever once the world is resting. */
  async pause(aboutMs: number): Promise<void> {
    await this.clock.pause(1 + this.random.unit() * 2 * aboutMs);
    if (this.isResting) await new Promise(() => {});
  }
}
