import { Readable } from "node:stream";
import { SECONDS } from "#app/durations";
import type { Clock, Owner } from "./clock";
import type { Random } from "./random";
import type { Report } from "./report";

type Email = { to: string; subject: string; text: string; messageId: string };
type Message = Email & { signal?: AbortSignal };
/** What nodemailer lets see an email's bytes as they leave. */
type Plugin = (mail: { message: { processFunc(through: Through): void } }, done: () => void) => void;
type Through = (text: Readable) => Readable;
export type Accepted = Email & { sender: Owner; isAnswered: boolean; atMs: number };

/** What a client waits for without being told otherwise (nodemailer's default). */
const CLIENT_PATIENCE_MS = 600 * SECONDS;

/** How the mail server is. `mute`: it takes an email and loses the line before it says so. */
export type MailHealth = "well" | "down" | "refuses" | "hangs" | "mute";

/** The mail server of the simulated world: what it has accepted, it delivers. Counts every email. */
export class MailServer {
  health: MailHealth = "well";
  readonly accepted: Accepted[] = [];
  /** Emails that may rightly come again: nobody could tell the site that they had arrived. */
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

  /** The emails to somebody, oldest first. */
  emailsTo(address: string): Accepted[] {
    return this.accepted.filter(({ to }) => to === address);
  }

  /** Whether it has an email of which it hasn't told the site yet. */
  isAnswering(): boolean {
    return this.answering > 0;
  }

  /** Processes have died: the emails that they gave us, and had no time to note as sent, come again. */
  forgive(dead: readonly Owner[], unnoted: ReadonlySet<string>): void {
    for (const { sender, messageId } of this.accepted) {
      const [, id = ""] = /^<(.*)@/.exec(messageId) ?? [];
      if (dead.includes(sender) && unnoted.has(id)) this.letComeAgain(messageId);
    }
  }

  /** A process has stopped, and had waited long enough: the emails that it gave us and we hadn't acknowledged come again. */
  forgiveUnanswered(stopped: Owner): void {
    for (const { sender, isAnswered, messageId } of this.accepted)
      if (sender === stopped && !isAnswered) this.letComeAgain(messageId);
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
    if (this.health === "refuses") throw new Error("451 try again later");
    if (this.health === "hangs") {
      await clock.pause(patienceMs, owner);
      throw new Error("Timeout");
    }
    const email = this.accept(owner, message);
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
    email.isAnswered = true;
    return { messageId: message.messageId, accepted: [message.to], rejected: [] };
  }

  private letComeAgain(messageId: string): void {
    this.mayComeAgain.set(messageId, (this.mayComeAgain.get(messageId) ?? 0) + 1);
  }

  private accept(sender: Owner, { to, subject, text, messageId }: Email): Accepted {
    this.report.step(`letter to ${to}: ${subject}`);
    const before = this.accepted.filter((email) => email.messageId === messageId).length;
    if (before > (this.mayComeAgain.get(messageId) ?? 0))
      this.report.fail(`a letter went out twice: "${subject}" to ${to}`);
    const email = { to, subject, text, messageId, sender, isAnswered: false, atMs: this.clock.elapsedMs };
    this.accepted.push(email);
    return email;
  }
}

/** The server asks for the text, and nodemailer begins to read it. */
async function sendText(plugins: Plugin[]): Promise<void> {
  const ways: Through[] = [];
  for (const plugin of plugins) plugin({ message: { processFunc: (through) => void ways.push(through) } }, () => {});
  let text = Readable.from(["a letter"]);
  for (const through of ways) text = through(text);
  for await (const _ of text);
}

/** Rejects once the sender has given the email up. */
function calledOff(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
