import { DAYS, SECONDS } from "#app/durations";
import type { Browser } from "./browser";
import { Person } from "./person";
import type { World } from "./world";

/** Less than the 30 days of a session, because the clock may be a day wrong. */
const SURELY_ALIVE_MS = 28 * DAYS;
const EMAIL_TRIES = 12;

/** A user with an account: registers, logs in, reads emails. */
export class AccountHolder extends Person {
  /** The possible passwords, the most likely first: the answer to a change may have been lost. */
  passwords: string[] = [];
  /** When the session on the shared phone began, by the wall clock. */
  protected signedInAtMs: number | null = null;
  /** The answer to a change of password was lost, and possibly the new session with it. */
  protected mayBeOut = false;
  /** The other address of a change whose result is unknown, because its answer was lost. */
  protected perhapsEmail: string | null = null;
  private readonly used = new Set<string>();
  private changes = 0;

  /** @param second another phone, theirs alone */
  constructor(
    world: World,
    number: number,
    phone: Browser,
    readonly second: Browser,
  ) {
    super(world, number, phone);
  }

  /** Whether they are not signed in on the shared phone. */
  isAway(): boolean {
    return this.signedInAtMs === null;
  }

  protected async isSignedIn(): Promise<boolean> {
    if (this.signedInAtMs === null) return false;
    const page = await this.get("/dashboard");
    if (page?.status === 200 && [this.email, this.perhapsEmail].includes(String(page.data.email))) {
      this.email = String(page.data.email);
      this.perhapsEmail = null;
      this.mayBeOut = false;
      return true;
    }
    const ageMs = this.world.clock.wall() - this.signedInAtMs;
    if (page?.status === 302 && ageMs < SURELY_ALIVE_MS && !this.mayBeOut)
      this.world.fail(`the session of ${this.email} is lost`);
    if (page?.status === 302) this.signedInAtMs = null;
    return false;
  }

  protected async signIn(): Promise<boolean> {
    if (this.passwords.length === 0) return this.register();
    return this.login(this.phone);
  }

  protected async login(phone: Browser): Promise<boolean> {
    for (const email of this.perhapsEmail ? [this.perhapsEmail, this.email] : [this.email]) {
      const isIn = await this.loginAs(email, phone);
      if (isIn === null) return false;
      if (!isIn) continue;
      this.email = email;
      this.perhapsEmail = null;
      return true;
    }
    this.world.fail(`the right password of ${this.email} was refused`);
    return false;
  }

  /** False when the answer was no, null when none came. */
  private async loginAs(email: string, phone: Browser): Promise<boolean | null> {
    for (const password of this.passwords) {
      const before = phone.copy("before");
      const { logins, triedAtMs } = this.world.promises;
      logins.set(email, (logins.get(email) ?? 0) + 1);
      triedAtMs.set(email, this.world.clock.elapsedMs);
      const startedAtMs = this.world.clock.wall();
      const answer = await this.post("/login", { email, password }, phone);
      if (!answer) return null;
      if (answer.status !== 303) continue;
      this.passwords = [password];
      this.world.promises.beginSession(phone);
      if (phone === this.phone) this.signedInAtMs = startedAtMs;
      else if ([...before.cookies.keys()].some((name) => name.includes("session"))) {
        this.world.promises.endSession(before, "signed in again");
      }
      return true;
    }
    return false;
  }

  private async register(): Promise<boolean> {
    const { promises } = this.world;
    const page = await this.get("/login?tab=register");
    if (page?.status !== 200) return false;
    promises.registrations.set(this.email, (promises.registrations.get(this.email) ?? 0) + 1);
    const password = this.newPassword();
    const form = {
      name: this.name,
      phone: "082 123 4567",
      email: this.email,
      password,
      key: String(page.data.formKey),
    };
    const startedAtMs = this.world.clock.wall();
    const answer = await this.post("/login?tab=register", form);
    // They go back and press the button again.
    if (this.world.random.chance(0.2)) await this.post("/login?tab=register", form);
    if (answer?.status !== 303) return false;
    this.passwords = [password];
    this.signedInAtMs = startedAtMs;
    promises.beginSession(this.phone);
    const link = await this.linkFrom(/verify/);
    if (link && (await this.post(link))?.data.state === "success") promises.useUp(link);
    return true;
  }

  /** The link in the newest email about something; waits a while for the email. */
  protected async linkFrom(subject: RegExp, email = this.email): Promise<string | null> {
    for (let tries = 0; tries < EMAIL_TRIES; tries += 1) {
      await this.world.pause(20 * SECONDS);
      const message = this.world.mail
        .emailsTo(email)
        .filter((each) => subject.test(each.subject) && !this.used.has(each.messageId))
        .at(-1);
      const [, link] = /https:\/\/thuma\.example(\/action\?\S+)/.exec(message?.text ?? "") ?? [];
      if (!message || !link) continue;
      this.used.add(message.messageId);
      if (this.world.random.chance(0.2)) await this.openForAnotherPurpose(link);
      return link;
    }
    return null;
  }

  /** Each link does one thing. */
  private async openForAnotherPurpose(link: string): Promise<void> {
    const other = link.replace(/mode=\w+/, (mode) =>
      mode === "mode=resetPassword" ? "mode=verifyEmail" : "mode=resetPassword",
    );
    const password = "a-password-of-another-purpose-7";
    const answer = await this.phone.post(other, { password, confirmPassword: password });
    if (answer?.data.state === "success") this.world.fail(`the link ${link} works as ${other}`);
  }

  /** Whether the email with one link was written before that with the other: emails overtake each other. */
  protected wasWrittenBefore(link: string, newer: string): boolean {
    const writtenAt = [link, newer].map((each) => {
      const email = this.world.mail.emailsTo(this.email).find(({ text }) => text.includes(each));
      const [, id = ""] = /^<(.*)@/.exec(email?.messageId ?? "") ?? [];
      return this.world.disk.rows<{ at: string }>(`SELECT queued_at AS at FROM outgoing_mails WHERE id = '${id}'`)[0]
        ?.at;
    });
    const [first, second] = writtenAt;
    return first !== undefined && second !== undefined && first < second;
  }

  protected newEmail(): string {
    this.changes += 1;
    return `person${this.number}-${this.changes}@mail${this.changes % 3}.example`;
  }

  protected newPassword(): string {
    this.changes += 1;
    return `kasi-taxi-rank-${this.number}-${this.changes}`;
  }
}
