import { Readable } from "node:stream";
import { createTransport } from "nodemailer";
import { MINUTES, SECONDS } from "#app/durations";
import { ChannelError, type MailTransport, messageOf, RefusedError } from "./transport.server";

/** Time limits for a mail server. Milliseconds. */
export type SmtpLimits = {
  connectMs: number;
  greetingMs: number;
  /** From the connection until the server asks for the text. */
  untilTextMs: number;
  /** Silence after the text. Giving up too soon would send an email twice that the server was about to accept. */
  answerMs: number;
};

/** RFC 5321 (section 4.5.3.2.6) gives a server ten minutes after the text. */
export const SMTP_LIMITS: SmtpLimits = {
  connectMs: 20 * SECONDS,
  greetingMs: 20 * SECONDS,
  untilTextMs: 60 * SECONDS,
  answerMs: 10 * MINUTES,
};

/** Sends emails through a mail server, `smtp://` or `smtps://`. */
export function smtpTransport(smtpUrl: string, from: string, limits = SMTP_LIMITS): MailTransport {
  return {
    async send(envelope, { signal, textLeaves }) {
      const server = createTransport({
        url: smtpUrl,
        connectionTimeout: limits.connectMs,
        greetingTimeout: limits.greetingMs,
        socketTimeout: limits.answerMs,
      });
      const tooSlow = new AbortController();
      let textHasLeft = false;
      const timer = setTimeout(() => {
        tooSlow.abort(new Error(`the mail server didn't ask for the text within ${limits.untilTextMs / SECONDS} s`));
      }, limits.untilTextMs);
      const onText = () => {
        clearTimeout(timer);
        textHasLeft = true;
        textLeaves();
      };
      server.use("stream", (mail, done) => {
        mail.message.processFunc((text) => Readable.from(announced(text as Readable, onText), { objectMode: false }));
        done();
      });
      try {
        await server.sendMail({ ...messageOf(envelope, from), signal: AbortSignal.any([signal, tooSlow.signal]) });
      } catch (error) {
        if (tooSlow.signal.aborted) throw tooSlow.signal.reason;
        if (isNoSuchUser(error)) throw new RefusedError(error.message, "give up");
        throw !textHasLeft && isServersOwn(error) ? new ChannelError(error.message, { cause: error }) : error;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * Whether the server answered to the receiver's name that there is no such address: 550 with an enhanced status 5.1.x
 * (RFC 3463). 5.1.7 and 5.1.8 are about the sender's address, which is ours, and other refusals may pass: a full
 * mailbox, a blocklist, a server that is set up wrongly.
 */
function isNoSuchUser(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { command, response } = error as { command?: unknown; response?: unknown };
  return command === "RCPT TO" && /^550[ -]5\.1\.(?![78]\b)\d/.test(String(response));
}

/** Whether the server failed before it was told for whom the email is, and not because of us as its sender (5xx). */
function isServersOwn(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const {
    command = "CONN",
    code,
    responseCode = 0,
  } = error as { command?: string; code?: string; responseCode?: number };
  if (command === "MAIL FROM") return responseCode < 500;
  return ["CONN", "EHLO", "HELO", "LHLO", "STARTTLS"].includes(command) || code === "EAUTH";
}

/** Passes the bytes through. Nodemailer reads the first of them only after the server has answered DATA. */
async function* announced(text: Readable, onText: () => void) {
  onText();
  yield* text;
}
