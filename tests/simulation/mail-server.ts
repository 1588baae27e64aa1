import { Readable } from "node:stream";
import { HOURS, MINUTES, SECONDS } from "#app/durations";
import type { Clock, Owner } from "./clock";
import type { Random } from "./random";
import type { Report } from "./report";

type Email = { to: string; subject: string; text: string; messageId: string };
type Message = Email & { signal?: AbortSignal };
/** A nodemailer plugin that sees an email's bytes as they are sent. */
type Plugin = (mail: { message: { processFunc(through: Through): void } }, done: () => void) => void;
type Through = (text: Readable) => Readable;
export type Accepted = Email & { sender: Owner; atMs: number };

/** How long a client waits by default (nodemailer). */
const CLIENT_PATIENCE_MS = 600 * SECONDS;

/** The mail server's state. `mute`: it accepts an email and loses the connection before it answers. */
export type MailHealth = "well" | "down" | "refuses" | "hangs" | "mute";

/** A domain whose server takes nothing, for as long as anybody tries. */
export const REFUSING = "refusing.example";

/** The simulated mail server: it delivers what it has accepted, and counts every email. */
export class MailServer {
  health: MailHealth = "well";
  readonly accepted: Accepted[] = [];
  /** The ids of text messages that left: the site writes them to files. */
  readonly textsSent = new Set<string>();
  /** Emails and texts that may arrive twice, because the site couldn't learn that they had arrived. */
  readonly mayComeAgain = new Map<string, number>();
  private answering = 0;

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly report: Report,
  ) {}

  /** nodemailer's `createTransport` for one process. */
  clientOf(owner: Owner) {
    return ({ socketTimeout = CLIENT_PATIENCE_MS }: { socketTimeout?: number }) => {
      const plugins: Plugin[] = [];
      return {
        use: (_step: "stream", plugin: Plugin) => void plugins.push(plugin),
        sendMail: (message: Message) => this.receive(owner, message, socketTimeout, () => sendText(plugins)),
      };
    };
  }

  /** The emails to an address, oldest first. */
  emailsTo(address: string): Accepted[] {
    return this.accepted.filter(({ to }) => to === address);
  }

  /** Whether it has accepted an email and not yet answered. */
  isAnswering(): boolean {
    return this.answering > 0;
  }

  /** Allows a second copy of emails that processes sent and died before recording. */
  allowRepeats(dead: readonly Owner[], unnoted: ReadonlySet<string>): void {
    for (const { sender, messageId } of this.accepted) {
      const [, id = ""] = /^<(.*)@/.exec(messageId) ?? [];
      if (dead.includes(sender) && unnoted.has(id)) this.letComeAgain(messageId);
    }
    for (const id of this.textsSent) if (unnoted.has(id)) this.letComeAgain(id);
  }

  /** A text message leaves. */
  sendText(id: string): void {
    if (isSurelyQuiet(this.clock)) this.report.fail(`a text left in the night: ${id}`);
    if (this.textsSent.has(id) && !this.mayComeAgain.has(id)) this.report.fail(`a text went out twice: ${id}`);
    this.textsSent.add(id);
  }

  private async receive(
    owner: Owner,
    message: Message,
    patienceMs: number,
    sendText: () => Promise<void>,
  ): Promise<object> {
    const { clock, random } = this;
    const hangsEarly = this.health === "hangs" && random.chance(0.5);
    const beforeText = clock.pause(hangsEarly ? patienceMs : 20 + random.below(400), owner);
    await Promise.race([beforeText, calledOff(message.signal)]);
    if (hangsEarly) throw new Error("Timeout");
    if (this.health === "down") throw new Error("connect ECONNREFUSED");
    await sendText();
    await clock.pause(5 + random.below(50), owner);
    if (this.health === "refuses" || message.to.endsWith(REFUSING)) throw new Error("451 try again later");
    if (this.health === "hangs") {
      await clock.pause(patienceMs, owner);
      throw new Error("Timeout");
    }
    this.accept(owner, message);
    if (this.health === "mute") {
      this.letComeAgain(message.messageId);
      await clock.pause(100, owner);
      throw new Error("Connection closed unexpectedly");
    }
    const answerTakesMs = 10 + random.below(random.chance(0.1) ? 20 * SECONDS : 300);
    this.answering += 1;
    void clock.pause(answerTakesMs).then(() => {
      this.answering -= 1;
    });
    await clock.pause(answerTakesMs, owner);
    return { messageId: message.messageId, accepted: [message.to], rejected: [] };
  }

  private letComeAgain(messageId: string): void {
    this.mayComeAgain.set(messageId, (this.mayComeAgain.get(messageId) ?? 0) + 1);
  }

  private accept(sender: Owner, { to, subject, text, messageId }: Email): void {
    this.report.step(`letter to ${to}: ${subject}`);
    const before = this.accepted.filter((email) => email.messageId === messageId).length;
    if (before > (this.mayComeAgain.get(messageId) ?? 0))
      this.report.fail(`a letter went out twice: "${subject}" to ${to}`);
    this.accepted.push({ to, subject, text, messageId, sender, atMs: this.clock.elapsedMs });
  }
}

/** How long sending may take from the look at the clock: until then a text may leave in quiet hours. */
const BEGUN_EARLIER_MS = 10 * MINUTES;
const [QUIET_FROM, QUIET_UNTIL] = [20, 7];

/** Whether it is night in South Africa now, and was when the sending began. */
function isSurelyQuiet(clock: Clock): boolean {
  if (clock.elapsedMs - clock.jumpedAtMs < BEGUN_EARLIER_MS) return false;
  const hours = [clock.wall(), clock.wall() - BEGUN_EARLIER_MS].map((ms) => new Date(ms + 2 * HOURS).getUTCHours());
  return hours.every((hour) => hour >= QUIET_FROM || hour < QUIET_UNTIL);
}

/** The server asks for the text, and nodemailer starts to read it. */
async function sendText(plugins: Plugin[]): Promise<void> {
  const ways: Through[] = [];
  for (const plugin of plugins) plugin({ message: { processFunc: (through) => void ways.push(through) } }, () => {});
  let text = Readable.from(["a letter"]);
  for (const through of ways) text = through(text);
  for await (const _ of text);
}

/** Rejects once the sender has stopped the attempt. */
function calledOff(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
