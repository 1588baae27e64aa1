import { expect, test } from "vitest";
import { inTheFile } from "../support/a-guest";
import { aWebhookReceiver, type Received, verified } from "../support/a-webhook-receiver";
import { aShopWithAKey, bearer } from "../support/an-api-key";
import { siteForAllTests } from "../support/open-site";
import { staff } from "../support/staff";

const site = siteForAllTests();

const asked = async (key: string, method: string, path = "", body?: unknown, headers: Record<string, string> = {}) => {
  const json: Record<string, string> = body === undefined ? {} : { "Content-Type": "application/json" };
  const init = { method, headers: { ...bearer(key), ...json, ...headers }, body: JSON.stringify(body) };
  const answer = await fetch(`${site.url}/v1/webhooks${path}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, json: text === "" ? null : JSON.parse(text) };
};
const sent = async (receiver: { received: Received[] }) => {
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
  return receiver.received.shift() ?? expect.fail("nothing was sent");
};

test("a webhook is registered once, tells its secret once, is tried, gets another secret, and is deleted", async () => {
  const { key } = await aShopWithAKey(site, "hooks@example.co.za");
  const program = await aWebhookReceiver();
  const body = { url: program.url, events: ["parcel.delivered"] };
  const made = await asked(key, "POST", "", body, { "Idempotency-Key": "once" });
  const { id, secret } = made.json;
  expect([made.status, made.headers.get("Location"), made.headers.get("Access-Control-Allow-Origin")]).toEqual([
    ...[201, `/v1/webhooks/${id}`, null],
  ]);
  expect(made.json).toEqual({ id, ...body, secret: expect.stringMatching(/^whsec_/) });
  const again = await asked(key, "POST", "", body, { "Idempotency-Key": "once" });
  expect([again.json, again.headers.get("Idempotency-Replayed")]).toEqual([made.json, "true"]);
  const twice = await asked(key, "POST", "", body);
  expect([twice.status, twice.headers.get("Location")]).toEqual([409, `/v1/webhooks/${id}`]);
  const listed = await asked(key, "GET");
  const never = { lastSuccessAt: null, lastAnswerAt: null, lastAnswerStatus: null };
  const webhook = { id, ...body, status: "on", offBecause: null, ...never, createdAt: expect.any(String) };
  expect(listed.json).toEqual({ webhooks: [webhook] });
  expect((await asked(key, "GET", `/${id}`)).json).toEqual(webhook);

  const tried = await asked(key, "POST", `/${id}/test`);
  expect(tried.status).toBe(202);
  const call = await sent(program);
  expect(verified(call, secret)).toMatchObject({ type: "webhook.test" });
  expect(call.headers["webhook-id"]).toBe(tried.json.id);
  const change = () => asked(key, "POST", `/${id}/secret`, undefined, { "Idempotency-Key": "changes" });
  const changed = await change();
  expect(changed.json).toEqual({ secret: expect.stringMatching(/^whsec_/), previousUntil: expect.any(String) });
  // Each repeated request tells the secret that signs by now, which is kept in one place alone.
  expect((await change()).json).toEqual(changed.json);
  const repeated = await asked(key, "POST", "", body, { "Idempotency-Key": "once" });
  expect(repeated.json).toEqual({ ...made.json, secret: changed.json.secret });
  expect(JSON.stringify(inTheFile(site, "SELECT * FROM done_once"))).toMatch(/^(?!.*whsec_).*previousUntil/);
  await asked(key, "POST", `/${id}/test`);
  const both = await sent(program);
  for (const each of [secret, changed.json.secret])
    expect(verified(both, each)).toMatchObject({ type: "webhook.test" });

  const other = await aShopWithAKey(site, "others@example.co.za");
  for (const [method, path] of [
    ["GET", ""],
    ["DELETE", ""],
    ["POST", "/test"],
    ["POST", "/secret"],
  ] as const)
    expect((await asked(other.key, method, `/${id}${path}`)).status).toBe(404);
  expect((await asked("thuma_test_guess", "GET")).status).toBe(401);
  expect([(await asked(key, "DELETE", `/${id}`)).status, (await asked(key, "DELETE", `/${id}`)).status]).toEqual([
    204, 404,
  ]);
  expect((await asked(key, "GET")).json).toEqual({ webhooks: [] });
  expect((await asked(key, "POST", "", body, { "Idempotency-Key": "once" })).status).toBe(404);
});

test("one test call can wait, and twenty can be made in an hour", async () => {
  const { key } = await aShopWithAKey(site, "tries@example.co.za");
  const program = await aWebhookReceiver();
  program.answer = () => undefined;
  const { id } = (await asked(key, "POST", "", { url: program.url })).json;
  expect((await asked(key, "POST", `/${id}/test`)).status).toBe(202);
  const second = await asked(key, "POST", `/${id}/test`);
  expect([second.status, second.json.type]).toEqual([409, expect.stringContaining("#test-waiting")]);
  inTheFile(site, "UPDATE outgoing_mails SET state = 'dead', claimed_at = NULL WHERE subject = 'webhook.test'");
  inTheFile(
    site,
    `UPDATE rate_limits SET points = 20 WHERE key = (SELECT 'testCalls:' || uid FROM webhook_endpoints WHERE id = '${id}')`,
  );
  const over = await asked(key, "POST", `/${id}/test`);
  expect([over.status, over.json.detail]).toEqual([429, "An account can try its webhooks 20 times an hour."]);
  expect(Number(over.headers.get("Retry-After"))).toBeGreaterThan(30 * 60);
});

test("a wrong address or event is named by its pointer, and nothing is added; five are the most", async () => {
  const { key } = await aShopWithAKey(site, "wrong@example.co.za");
  const wrong: [unknown, string][] = [
    [{ url: "https://10.0.0.1/hook" }, "/url"],
    [{ url: "https://[::ffff:192.168.0.1]/" }, "/url"],
    [{ url: "http://41.13.252.1/" }, "/url"],
    [{}, "/url"],
    [{ url: "https://41.13.252.1/", events: ["parcel.lost"] }, "/events/0"],
    [{ url: "https://41.13.252.1/", events: [] }, "/events"],
    [{ url: "https://41.13.252.1/", event: [] }, "/event"],
  ];
  for (const [body, pointer] of wrong) {
    const refused = await asked(key, "POST", "", body);
    expect([refused.status, refused.headers.get("Content-Type")]).toEqual([400, "application/problem+json"]);
    expect(refused.json.errors).toEqual([{ pointer, detail: expect.any(String) }]);
  }
  const statuses: number[] = [];
  for (let n = 1; n <= 6; n += 1)
    statuses.push((await asked(key, "POST", "", { url: `https://41.13.252.1/${n}` })).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 409]);
});

test("one that was switched off shows on the dashboard, and its button or staff switch it on and send again", async () => {
  const { shop, key } = await aShopWithAKey(site, "off@example.co.za");
  const program = await aWebhookReceiver();
  program.answer = (response) => void response.writeHead(410).end();
  const { id, secret } = (await asked(key, "POST", "", { url: `${program.url}?code=hidden` })).json;
  const isOff = async () => (await asked(key, "GET", `/${id}`)).json.status === "off";
  await asked(key, "POST", `/${id}/test`);
  await sent(program);
  await expect.poll(isOff).toBe(true);
  expect((await asked(key, "POST", `/${id}/test`)).status).toBe(409);
  // What was to be told, and not only a test, which isn't sent again.
  inTheFile(site, "UPDATE outgoing_mails SET subject = 'booking.paid' WHERE subject = 'webhook.test'");
  const page = (await shop.open("/dashboard")).text;
  expect(page).toContain("We have stopped sending parcel updates to your program");
  expect(page).toMatch(/Its last answer was 410, on \d+ \w+ \d{4}, \d\d:\d\d\./);
  program.answer = (response) => void response.writeHead(410).end();
  await shop.press("Switch on and send again");
  await sent(program);
  await expect.poll(isOff).toBe(true);

  const listed = await staff(site, ["show", "webhooks"]);
  expect(listed.out).toContain("Switched off: it answered 410");
  expect(listed.out).not.toMatch(/hidden|whsec/);
  program.answer = (response) => void response.writeHead(204).end();
  const resent = await staff(site, ["resend", "webhook", id]);
  expect([resent.code, resent.out]).toEqual([0, expect.stringContaining("is on. Calls that are made again: 1.")]);
  const call = await sent(program);
  expect(verified(call, secret)).toMatchObject({ type: "webhook.test" });
  expect(await isOff()).toBe(false);
  expect((await shop.open("/dashboard")).text).not.toContain("We have stopped sending parcel updates to your program");
  const stored = JSON.stringify(inTheFile(site, "SELECT * FROM outgoing_mails"));
  expect(stored).not.toMatch(/code=hidden|whsec/);
});
