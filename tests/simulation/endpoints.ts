import { createHmac } from "node:crypto";
import { EventEmitter } from "node:events";
import { MINUTES, SECONDS } from "#app/durations";
import type { Clock, Owner } from "./clock";
import type { Random } from "./random";
import type { Report } from "./report";

/** How long the site waits for an answer. */
const SITE_WAITS_MS = 15 * SECONDS;
/** Which status goes with an event. */
const statusAt: Record<string, string> = { "booking.paid": "waybill_created", "booking.cancelled": "cancelled" };

type Data = { bookingId: string; reference: string | null; status: string };
/**
 * `prefix`: how all references of its shop begin. `bookings`: what was booked since it is called. `wasOff`: it took
 * nothing for so long that it wasn't called for a while.
 */
export type Owned = {
  secret: string;
  events: readonly string[] | null;
  prefix: string;
  bookings: Set<string>;
  wasOff: boolean;
};

/** The programs of shops that the site calls: some of their answers are errors, and some never come. */
export class Endpoints {
  /** The ids of calls that were answered well. */
  readonly taken = new Set<string>();
  /** Whether every call is answered well. */
  areWell = false;
  readonly owners = new Map<string, Owned>();
  /** By what a call says: its id. */
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly report: Report,
  ) {}

  /** Whose the calls at an address are, and how they are signed. */
  expectAt(hostname: string, owned: Owned): void {
    this.owners.set(hostname, owned);
  }

  /** `node:https`'s request for one process. */
  requestFrom(process: Owner) {
    return (url: URL, headers: Record<string, string>) => {
      const request = Object.assign(new EventEmitter(), {
        destroy: () => {},
        end: (body: Buffer) => void this.answer(request, url, headers, body.toString(), process),
      });
      return request;
    };
  }

  private async answer(
    request: EventEmitter,
    { hostname }: URL,
    headers: Record<string, string>,
    body: string,
    process: Owner,
  ): Promise<void> {
    const { clock, random } = this;
    // Everybody may sleep while it is on its way.
    const leftAt = clock.wall();
    await clock.pause(20 + random.below(random.chance(0.1) ? 4 * SECONDS : 300), process);
    const says = this.areWell ? "takes" : random.weighed({ takes: 80, fails: 8, isBusy: 4, hangs: 3, refuses: 3 });
    if (says === "refuses") return void request.emit("error", new Error("connect ECONNREFUSED"));
    this.read(hostname, headers, body, leftAt);
    if (says === "hangs") {
      await clock.pause(SITE_WAITS_MS, process);
      return void request.emit("error", new Error("The operation was aborted due to timeout"));
    }
    if (says === "takes") this.taken.add(headers["webhook-id"] ?? "");
    const statusCode = { takes: 204, fails: 500, isBusy: 429 }[says];
    const more = says === "isBusy" ? { "retry-after": "60" } : {};
    const answer = Object.assign(new EventEmitter(), { statusCode, headers: more, complete: true, destroy: () => {} });
    request.emit("response", answer);
    answer.emit("end");
  }

  private read(hostname: string, headers: Record<string, string>, body: string, leftAt: number): void {
    const { report } = this;
    const { type, data } = JSON.parse(body) as { type: string; data: Data };
    report.step(`${hostname} is called: ${type} of ${data.reference}`);
    const owned = this.owners.get(hostname);
    // Its secret came in an answer that was lost.
    if (!owned) return;
    const { "webhook-id": id = "", "webhook-timestamp": at = "", "webhook-signature": signed = "" } = headers;
    const key = Buffer.from(owned.secret.replace("whsec_", ""), "base64");
    const right = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
    if (!signed.split(" ").includes(`v1,${right}`)) report.fail(`a call to ${hostname} isn't signed with its secret`);
    if (Math.abs(Number(at) * SECONDS - leftAt) > 5 * MINUTES) report.fail(`a call to ${hostname} is of ${at}`);
    if (owned.events && !owned.events.includes(type)) report.fail(`${hostname} was told of ${type}`);
    if (!data.reference?.startsWith(owned.prefix)) report.fail(`${hostname} was told of ${data.reference}`);
    const status = statusAt[type];
    if (status && data.status !== status) report.fail(`${type} of ${data.reference} says that it is ${data.status}`);
    const known = this.ids.get(`${hostname} ${body}`) ?? id;
    if (known !== id) report.fail(`one call came with two ids: ${known} and ${id}`);
    this.ids.set(`${hostname} ${body}`, known);
  }
}
