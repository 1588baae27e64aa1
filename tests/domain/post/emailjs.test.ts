import { expect, onTestFinished, test, vi } from "vitest";
import {
  applicationsThroughEmailjs,
  type EmailjsAccount,
  emailjsClient,
  usualTiming,
} from "#app/domain/post/emailjs.server";
import { ChannelError, type Envelope } from "#app/domain/post/transport.server";
import { type EmailjsRequest, type Reaction, startEmailjs } from "../../support/emailjs-stand-in";

const account = { userId: "user_1", serviceId: "service_1", templateId: "template_1" };
const quick = { ...usualTiming, timeLimitMs: 300, gapMs: 0 };

test("an email is sent as the service expects it", async () => {
  const emailjs = await standIn();
  await emailjsClient({ ...account, url: emailjs.url }, quick).send({ from_name: "Thandi" });
  const [request] = emailjs.requests;
  expect(request).toMatchObject({ path: "/api/v1.0/email/send", contentType: "application/json" });
  expect(JSON.parse(request?.body ?? "")).toEqual({
    lib_version: "3.2.0",
    user_id: "user_1",
    service_id: "service_1",
    template_id: "template_1",
    template_params: { from_name: "Thandi" },
  });
});

test("a private account sends its access token", async () => {
  const emailjs = await standIn();
  await emailjsClient({ ...account, url: `${emailjs.url}/`, accessToken: "secret" }, quick).send({});
  expect(JSON.parse(emailjs.requests[0]?.body ?? "")).toMatchObject({ accessToken: "secret" });
});

test("a form is sent as multipart, with its fields as the template's values", async () => {
  const emailjs = await standIn();
  const form = new FormData();
  form.append("from_name", "Thandi\n“Mokoena”");
  await emailjsClient({ ...account, url: emailjs.url, accessToken: "secret" }, quick).sendForm(form);
  expect(await formIn(emailjs.requests[0])).toEqual({
    lib_version: "3.2.0",
    user_id: "user_1",
    service_id: "service_1",
    template_id: "template_1",
    accessToken: "secret",
    from_name: "Thandi\r\n“Mokoena”",
  });
});

test.each([undefined, null, "from_name=Thandi", { from_name: "Thandi" }])("%j is no form", async (form) => {
  const emailjs = await standIn();
  const sending = emailjsClient({ ...account, url: emailjs.url }, quick).sendForm(form);
  await expect(sending).rejects.toThrow("The form argument is expected to be a form's data");
  expect(emailjs.requests).toEqual([]);
});

test.each(["json", "form"] as const)("an application is posted as %s where the setting says so", async (variant) => {
  const emailjs = await standIn();
  const otherwise = { send: vi.fn() };
  const envelope = { templateParams: { from_name: "Thandi" } } as unknown as Envelope;
  const attempt = { signal: new AbortController().signal, textLeaves: vi.fn(), answered: () => undefined };
  await applicationsThroughEmailjs({ ...account, variant, url: emailjs.url }, otherwise).send(envelope, attempt);
  expect(otherwise.send).not.toHaveBeenCalled();
  expect(attempt.textLeaves).toHaveBeenCalledTimes(1);
  const [request] = emailjs.requests;
  expect(request?.path).toBe(variant === "form" ? "/api/v1.0/email/send-form" : "/api/v1.0/email/send");
  if (variant === "form") expect(await formIn(request)).toMatchObject(envelope.templateParams ?? {});
});

test.each([
  ["userId", "The user ID is required"],
  ["serviceId", "The service ID is required"],
  ["templateId", "The template ID is required"],
] as const)("without its %s nothing is sent, and it says so", async (missing, words) => {
  const emailjs = await standIn();
  const client = emailjsClient({ ...account, [missing]: undefined, url: emailjs.url }, quick);
  await expect(client.send({})).rejects.toThrow(words);
  await expect(client.sendForm(new FormData())).rejects.toThrow(words);
  expect(emailjs.requests).toEqual([]);
});

test.each<[Reaction, boolean]>([
  [{ status: 200, text: "OK" }, true],
  [{ status: 200, text: "whatever" }, true],
  [{ status: 202, text: "OK" }, true],
  [{ status: 201, text: "Created" }, false],
  [{ status: 302, text: "" }, false],
])("the answer %j: taken is %s", async (reaction, isTaken) => {
  const emailjs = await standIn(reaction);
  const sending = emailjsClient({ ...account, url: emailjs.url }, quick).send({});
  if (isTaken) await sending;
  else await expect(sending).rejects.toThrow("EmailJS answered");
});

test.each([
  [400, "The service ID not found"],
  [403, "API calls are disabled for non-browser applications"],
  [429, "Too Many Requests"],
])("a refusal with %i keeps the service's own message, and says nothing of the mail server", async (status, text) => {
  const emailjs = await standIn({ status, text });
  const sending = emailjsClient({ ...account, url: emailjs.url }, quick).send({});
  const error = await sending.catch((reason: unknown) => reason);
  expect(String(error)).toContain(`EmailJS answered ${status}: ${text}`);
  expect(error).not.toBeInstanceOf(ChannelError);
});

test.each<Reaction>(["hang", "cut line"])("a %s is a failure, within the time limit", async (reaction) => {
  const emailjs = await standIn(reaction);
  await expect(emailjsClient({ ...account, url: emailjs.url }, quick).send({})).rejects.toThrow();
  expect(emailjs.requests).toHaveLength(1);
});

test("a long refusal is cut", async () => {
  const emailjs = await standIn({ status: 400, text: "x".repeat(301) });
  const error = await emailjsClient({ ...account, url: `${emailjs.url}//` }, quick)
    .send({})
    .catch(String);
  expect(error).toBe(`CallError: EmailJS answered 400: ${"x".repeat(300)}`);
  expect(emailjs.requests[0]?.path).toBe("/api/v1.0/email/send");
});

test("an attempt's text leaves with its request, unless it was stopped before its turn", async () => {
  const emailjs = await standIn();
  const client = emailjsClient({ ...account, url: emailjs.url }, quick);
  const cancel = new AbortController();
  const attempt = { signal: cancel.signal, textLeaves: vi.fn(), answered: () => undefined };
  await client.send({}, attempt);
  expect(attempt.textLeaves).toHaveBeenCalledTimes(1);
  cancel.abort(new Error("the site stops"));
  await expect(client.send({}, attempt)).rejects.toThrow("the site stops");
  expect(attempt.textLeaves).toHaveBeenCalledTimes(1);
  expect(emailjs.requests).toHaveLength(1);
  await client.send({});
  expect(emailjs.requests).toHaveLength(2);
});

test("by default a client sends at most one request a second, after a failure too", async () => {
  const emailjs = await standIn({ status: 429, text: "Too Many Requests" });
  const rests: { ms: number; end: () => void }[] = [];
  const rest = (ms: number) => new Promise<void>((end) => rests.push({ ms, end }));
  const client = emailjsClient({ ...account, url: emailjs.url } satisfies EmailjsAccount, { ...usualTiming, rest });
  const all = Promise.allSettled([client.send({}), client.send({}), client.send({})]);
  for (let count = 1; count <= 3; count += 1) {
    await expect.poll(() => rests.length).toBe(count);
    // During the pause there are no requests.
    expect(emailjs.requests).toHaveLength(count);
    rests[count - 1]?.end();
  }
  await all;
  expect(rests.map(({ ms }) => ms)).toEqual([1_000, 1_000, 1_000]);
});

/** What a multipart request holds. */
async function formIn(request?: EmailjsRequest) {
  expect(request?.path).toBe("/api/v1.0/email/send-form");
  const headers = { "Content-Type": request?.contentType ?? "" };
  return Object.fromEntries(await new Response(request?.body, { headers }).formData());
}

async function standIn(reaction?: Reaction) {
  const emailjs = await startEmailjs(reaction ? () => reaction : undefined);
  onTestFinished(emailjs.stop);
  return emailjs;
}
