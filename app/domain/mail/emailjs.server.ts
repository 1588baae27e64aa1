import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "#app/durations";
import { postOnce } from "./post-once.server";
import type { Attempt, MailTransport } from "./transport.server";

const LIB_VERSION = "3.2.0";
const DEFAULT_URL = "https://api.emailjs.com";
/** For the whole exchange, including the answer's body. */
const TIME_LIMIT_MS = 10 * SECONDS;
/** EmailJS accepts one request a second. */
const GAP_MS = 1 * SECONDS;
/** How many characters of an error message are kept. */
const LONGEST_COMPLAINT = 300;

export type EmailjsAccount = {
  userId?: string;
  serviceId?: string;
  templateId?: string;
  accessToken?: string;
  url?: string;
};

/** Whether applications go through EmailJS. Either all its ids are set or none; anything else stops the start. */
export function goesThroughEmailjs({ userId }: EmailjsAccount): boolean {
  return Boolean(userId);
}

/** Sends emails that have template values through EmailJS, if it is configured, and all others through `otherwise`. */
export function applicationsThroughEmailjs(emailjsAccount: EmailjsAccount, otherwise: MailTransport): MailTransport {
  if (!goesThroughEmailjs(emailjsAccount)) return otherwise;
  const emailjs = emailjsClient(emailjsAccount);
  return {
    send: (envelope, attempt) =>
      envelope.templateParams ? emailjs.send(envelope.templateParams, attempt) : otherwise.send(envelope, attempt),
  };
}

/** How long an exchange may take, and how long a client pauses after each. A pause doesn't keep the process alive. */
export const usualTiming = {
  timeLimitMs: TIME_LIMIT_MS,
  gapMs: GAP_MS,
  rest: (ms: number): Promise<void> => pause(ms, undefined, { ref: false }),
};

/** EmailJS refused the email, or our settings are incomplete. */
export class EmailjsError extends Error {
  override name = "EmailjsError";
}

/**
 * Each method resolves once EmailJS has accepted the email, and rejects with an EmailjsError or the network's error.
 */
export type EmailjsClient = {
  /** Sends the template with these values. */
  send(templateParams: Record<string, string>, attempt?: Attempt): Promise<void>;
  /** Sends the template with a form's fields, files included. */
  sendForm(form: unknown): Promise<void>;
};

/**
 * A client of the mail service EmailJS that sends at most one request a second. If a setting is missing it fails before
 * any request.
 * @param timing for tests
 */
export function emailjsClient(
  emailjsAccount: EmailjsAccount,
  { timeLimitMs, gapMs, rest } = usualTiming,
): EmailjsClient {
  const base = (emailjsAccount.url ?? DEFAULT_URL).replace(/(?<!\/)\/+$/, "");
  let lastInLine: Promise<unknown> = Promise.resolve();

  async function ask(path: string, body: Buffer, contentType: string, attempt?: Attempt): Promise<void> {
    const turn = lastInLine.then(async () => {
      attempt?.signal.throwIfAborted();
      attempt?.textLeaves();
      const { status, text } = await postOnce(
        new URL(`${base}/api/v1.0/email/${path}`),
        { "Content-Type": contentType },
        body,
        timeLimitMs,
      );
      if (status === 200 || text === "OK") return;
      throw new EmailjsError(`EmailJS answered ${status}: ${text.slice(0, LONGEST_COMPLAINT)}`);
    });
    lastInLine = turn.catch(() => undefined).then(() => rest(gapMs));
    return turn;
  }

  return {
    async send(templateParams, attempt) {
      const { userId, serviceId, templateId } = checked(emailjsAccount);
      const mail = {
        lib_version: LIB_VERSION,
        user_id: userId,
        service_id: serviceId,
        template_id: templateId,
        template_params: templateParams,
        accessToken: emailjsAccount.accessToken,
      };
      await ask("send", Buffer.from(JSON.stringify(mail)), "application/json", attempt);
    },
    async sendForm(form) {
      const { userId, serviceId, templateId } = checked(emailjsAccount);
      if (!(form instanceof FormData)) throw new EmailjsError("The form argument is expected to be form data");
      const mail = new FormData();
      for (const [name, value] of form) mail.append(name, value);
      mail.set("lib_version", LIB_VERSION);
      mail.set("service_id", serviceId);
      mail.set("template_id", templateId);
      mail.set("user_id", userId);
      if (emailjsAccount.accessToken) mail.set("accessToken", emailjsAccount.accessToken);
      const encoded = new Response(mail);
      const contentType = encoded.headers.get("Content-Type") ?? "multipart/form-data";
      await ask("send-form", Buffer.from(await encoded.arrayBuffer()), contentType);
    },
  };
}

function checked({ userId, serviceId, templateId }: EmailjsAccount) {
  const dashboard = "Visit https://dashboard.emailjs.com/admin";
  if (!userId) throw new EmailjsError(`The user ID is required. ${dashboard}/integration`);
  if (!serviceId) throw new EmailjsError(`The service ID is required. ${dashboard}`);
  if (!templateId) throw new EmailjsError(`The template ID is required. ${dashboard}/templates`);
  return { userId, serviceId, templateId };
}
