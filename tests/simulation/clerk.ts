import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { DAYS, MINUTES, SECONDS } from "#app/durations";
import { officePeople } from "#db/schema/office-people";
import { Browser, type Form } from "./browser";
import type { Checks } from "./checks";
import { Person } from "./person";
import { desk } from "./staff";
import type { World } from "./world";

const KEY = new Secret({ size: 20, buffer: Buffer.alloc(20, "office").buffer }).base32;
const PASSWORD = "a-long-word-of-the-office-42";
const PERIOD_S = 30;
/** A session that nobody uses ends after half an hour. */
const SURELY_IDLE_MS = 32 * MINUTES;

/** Somebody of the office, in a browser: signs in with a code, and works by Check and Do it. */
export async function workInTheOffice(world: World, checks: Checks, number: number): Promise<void> {
  const clerk = new Clerk(world, checks, number);
  await world.pause(1 * MINUTES);
  while (!(await clerk.begin())) await world.pause(1 * MINUTES);
  for (;;) {
    await world.pause(2 * MINUTES);
    await clerk.work();
  }
}

class Clerk extends Person {
  private readonly id: string;
  /** When a page of the office was opened last, by the wall clock. */
  private usedAtMs = Number.NaN;
  private adjustments = 0;

  constructor(
    world: World,
    private readonly checks: Checks,
    number: number,
  ) {
    // The office's pages show what others have typed.
    super(world, number, new Browser(world.network, `10.3.0.${number & 255}`, `office ${number}`));
    this.id = `office-${number}`;
  }

  /** They are let in by a manager. */
  async begin(): Promise<boolean> {
    const { id, name, email } = this;
    const passwordHash = createHash("sha256").update(PASSWORD).digest("hex");
    const added = await desk(this.world, `let ${name} into the office`, async (site, tx) => {
      const now = this.now();
      const person = { id, name, email, officeRight: "clerk", passwordHash, addedAt: now } as const;
      await tx.insert(officePeople).values(person).onConflictDoNothing();
      await site.setFactors(
        tx,
        id,
        { key: KEY, step: 0, recoveryCodes: ["none"] },
        site.keySealOf(site.settings(), id),
        now,
      );
      return true;
    });
    return added === true;
  }

  async work(): Promise<void> {
    const { random } = this.world;
    if (!(await this.isIn()) && !(await this.signIn())) return;
    const does = random.weighed({ cancels: 3, agrees: 5, isBlocked: 1, idles: 2 });
    if (does === "cancels") await this.cancel();
    if (does === "agrees") await this.agree();
    if (does === "isBlocked") await this.isBlocked();
    if (does === "idles") await this.world.clock.pause(SURELY_IDLE_MS + MINUTES);
  }

  private async isIn(): Promise<boolean> {
    const { world } = this;
    const idleMs = world.clock.wall() - this.usedAtMs;
    const isSurelyOver = idleMs > SURELY_IDLE_MS && world.clock.adjustments === this.adjustments;
    const page = await this.get("/office/do/agree");
    if (page?.status === 200 && isSurelyOver)
      world.fail(`a session of the office lasts ${idleMs / MINUTES} minutes unused`);
    if (page?.status === 200) this.isUsed();
    return page?.status === 200;
  }

  private isUsed(): void {
    this.usedAtMs = this.world.clock.wall();
    this.adjustments = this.world.clock.adjustments;
  }

  private async signIn(): Promise<boolean> {
    const ticket = await this.password(this.phone);
    if (!ticket) return false;
    const timestamp = this.world.clock.wall();
    const code = new TOTP({ secret: Secret.fromBase32(KEY), period: PERIOD_S }).generate({ timestamp });
    const answer = await this.post("/office/sign-in", { ticket, code });
    if (answer?.status !== 303) return false;
    this.isUsed();
    if (this.world.random.chance(0.5)) await this.lendTheCode(code);
    return true;
  }

  /** Whoever looked over their shoulder types the same code. */
  private async lendTheCode(code: string): Promise<void> {
    const thief = new Browser(this.world.network, "10.3.1.1", "who looked on");
    const ticket = await this.password(thief);
    const answer = ticket ? await this.post("/office/sign-in", { ticket, code }, thief) : null;
    if (answer?.status === 303) this.world.fail(`a code of ${this.email}'s app worked twice`);
  }

  private async password(phone: Browser): Promise<string> {
    const answer = await this.post("/office/sign-in", { email: this.email, password: PASSWORD }, phone);
    return answer?.status === 200 ? String(answer.data.ticket ?? "") : "";
  }

  private async isBlocked(): Promise<void> {
    const block = (blockedAt: Date | null) =>
      desk(this.world, `${blockedAt ? "block" : "let in"} ${this.name}`, async (_site, tx) => {
        await tx.update(officePeople).set({ blockedAt }).where(eq(officePeople.id, this.id));
        return true;
      });
    if (await block(this.now())) {
      const page = await this.get("/office/do/agree");
      if (page?.status === 200) this.world.fail(`${this.name} is blocked, and is still in the office`);
    }
    while (!(await block(null))) await this.world.pause(1 * MINUTES);
  }

  private async cancel(): Promise<void> {
    const { checks, world } = this;
    const booking = checks.any(
      "SELECT quote_no AS id, quotes.id AS quoteId FROM quotes WHERE booked_at IS NOT NULL AND cancelled_at IS NULL AND (status <> 'waybill_created' OR id LIKE 'a%' OR id LIKE 'b%' OR id LIKE 'c%')",
    );
    if (!booking) return;
    world.promises.cancelTried.add(String(booking.quoteId));
    const done = await this.checkAndDo("cancel-booking", { number: booking.id, because: "No driver that day" });
    if (done === "done") world.promises.cancelled.add(String(booking.quoteId));
  }

  private async agree(): Promise<void> {
    const { checks, world } = this;
    const { random, clock, promises } = world;
    const parcel = checks.any(
      "SELECT waybill_no AS id FROM waybills WHERE last_event IN ('collected', 'in_transit', 'failed_attempt')",
    );
    if (!parcel) return;
    promises.agreed.delete(parcel.id);
    const day = new Date(clock.wall() + (1 + random.below(20)) * DAYS).toISOString().slice(0, 10);
    const done = await this.checkAndDo("agree", { waybill: parcel.id, day });
    const last = world.disk.rows<{ last: string }>(
      `SELECT last_event AS last FROM waybills WHERE waybill_no = '${parcel.id}'`,
    )[0]?.last;
    // Meanwhile it may be the day of another visit.
    if (done === "done" && ["collected", "in_transit"].includes(String(last))) promises.agreed.set(parcel.id, day);
    else promises.agreed.delete(parcel.id);
  }

  /** Presses Check, reads, and presses Do it; sometimes once more, or with another number after Back. */
  private async checkAndDo(command: string, typed: Form): Promise<string> {
    const { world } = this;
    const address = `/office/do/${command}`;
    const blank = await this.get(address);
    if (blank?.status !== 200) return "";
    const { token } = blank.data.hidden as Form;
    const checked = await this.post(address, { ...typed, token: token ?? "", intent: "check" });
    const preview = checked?.data.result as { kind: string } | null | undefined;
    if (checked?.status !== 200 || preview?.kind !== "preview") return preview?.kind ?? "";
    await world.pause(30 * SECONDS);
    const form = { ...typed, ...(checked.data.hidden as Form), intent: "do" };
    const done = await this.post(address, form);
    if (world.random.chance(0.3)) await this.post(address, form);
    if (done?.status === 200) this.isUsed();
    return (done?.data.result as { kind: string } | undefined)?.kind ?? "";
  }

  private now(): Date {
    return new Date(this.world.clock.wall());
  }
}
