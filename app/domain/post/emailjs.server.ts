import { setTimeout as pause } from "node:timers/promises";
import { SECONDS } from "#app/durations";
import { CallError, callServer, type HttpCall } from "../values/http-client.server";
import { formPosted, jsonPosted, LONGEST_COMPLAINT, type MailTransport, type SendAttempt } from "./transport.server";

const LIB_VERSION = "3.2.0";
const DEFAULT_URL = "https://api.emailjs.com";
/** For the whole exchange, including the answer's body. */
const TIME_LIMIT_MS = 10 * SECONDS;
/** EmailJS accepts one request a second. */
const GAP_MS = 1 * SECONDS;

export type EmailjsAccount = {
  /** Whether applications are posted as JSON or as a form; JSON if unset. */
  variant?: "json" | "form";
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
  const apply = (templateParams: Record<string, string>, attempt: SendAttempt) =>
    emailjsAccount.variant === "form"
      ? emailjs.sendForm(formOf(templateParams), attempt)
      : emailjs.send(templateParams, attempt);
  return {
    send: (envelope, attempt) =>
      envelope.templateParams ? apply(envelope.templateParams, attempt) : otherwise.send(envelope, attempt),
  };
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** How long an exchange may take, and how long a client pauses after each. A pause doesn't keep the process alive. */
export const usualTiming = {
  timeLimitMs: TIME_LIMIT_MS,
  gapMs: GAP_MS,
  rest: (ms: number): Promise<void> => pause(ms, undefined, { ref: false }),
};

/**
 * A client of the mail service EmailJS that sends at most one request a second. If a setting is missing it fails before
 * any request.
 * @param timing for tests
 */
export function emailjsClient(emailjsAccount: EmailjsAccount, { timeLimitMs, gapMs, rest } = usualTiming) {
  const base = (emailjsAccount.url ?? DEFAULT_URL).replace(/(?<!\/)\/+$/, "");
  let lastInLine: Promise<unknown> = Promise.resolve();

  async function ask(path: "send" | "send-form", call: HttpCall, attempt?: SendAttempt): Promise<void> {
    const address = new URL(`${base}/api/v1.0/email/${path}`);
    const turn = lastInLine.then(async () => {
      attempt?.signal.throwIfAborted();
      attempt?.textLeaves();
      // Never a ChannelError: the channel is the mail server's, and whether that works says nothing of EmailJS.
      const { status, text } = await callServer(address, call);
      if (status === 200 || text === "OK") return;
      throw new CallError(`EmailJS answered ${status}: ${text.slice(0, LONGEST_COMPLAINT)}`);
    });
    lastInLine = turn.catch(() => undefined).then(() => rest(gapMs));
    return turn;
  }

  return {
    /**
     * Sends the template with these values. Resolves once EmailJS has accepted the email.
     * @throws CallError if it refused, if nothing answered, or if our settings are incomplete
     */
    async send(templateParams: Record<string, string>, attempt?: SendAttempt): Promise<void> {
      const { userId, serviceId, templateId } = checked(emailjsAccount);
      const mail = {
        lib_version: LIB_VERSION,
        user_id: userId,
        service_id: serviceId,
        template_id: templateId,
        template_params: templateParams,
        accessToken: emailjsAccount.accessToken,
      };
      await ask("send", jsonPosted(mail, timeLimitMs), attempt);
    },

    /**
     * The same with a form: its text fields are the template's values.
     * @throws CallError also if `form` isn't a form's data
     */
    async sendForm(form: unknown, attempt?: SendAttempt): Promise<void> {
      const { userId, serviceId, templateId } = checked(emailjsAccount);
      if (!(form instanceof FormData)) throw new CallError("The form argument is expected to be a form's data");
      const { accessToken } = emailjsAccount;
      const mail = formOf({
        lib_version: LIB_VERSION,
        user_id: userId,
        service_id: serviceId,
        template_id: templateId,
        ...(accessToken && { accessToken }),
      });
      for (const [name, value] of form) mail.append(name, value);
      await ask("send-form", await formPosted(mail, timeLimitMs), attempt);
    },
  };
}

function checked({ userId, serviceId, templateId }: EmailjsAccount) {
  const dashboard = "Visit https://dashboard.emailjs.com/admin";
  if (!userId) throw new CallError(`The user ID is required. ${dashboard}/integration`);
  if (!serviceId) throw new CallError(`The service ID is required. ${dashboard}`);
  if (!templateId) throw new CallError(`The template ID is required. ${dashboard}/templates`);
  return { userId, serviceId, templateId };
}
