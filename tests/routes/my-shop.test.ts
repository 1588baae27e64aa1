import { describe, expect, test } from "vitest";
import { addCharge } from "#app/domain/money/charges.server";
import { aVerifiedCustomer, PASSWORD } from "../support/a-customer";
import { inTheFile } from "../support/a-guest";
import { storeOfSite } from "../support/a-store";
import { aWebhookReceiver, verified } from "../support/a-webhook-receiver";
import { aShopWithAKey, bearer, keyOn } from "../support/an-api-key";
import { siteForAllTests } from "../support/open-site";
import type { Visitor } from "../support/visitor";

const site = siteForAllTests();
const store = storeOfSite(site);
let shops = 0;

async function post(key: string, path: string, body: unknown) {
  const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID(), ...bearer(key) };
  const answer = await fetch(site.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  return answer.json();
}

/** A shop with a webhook at a program of its own, and its page. */
async function aShopWithAWebhook() {
  shops += 1;
  const { shop, key } = await aShopWithAKey(site, `my-shop${shops}@example.co.za`);
  const program = await aWebhookReceiver();
  const { id, secret } = await post(key, "/v1/webhooks", { url: `${program.url}?code=hidden-word` });
  const called = async (times: number) => expect.poll(() => program.received.length).toBe(times);
  return { shop, key, program, id, secret, called };
}

/** Reloads the page until it says something. */
const says = (shop: Visitor, words: string | RegExp) =>
  expect.poll(async () => (await shop.open("/account/shop")).text).toMatch(words);
const calls = (shop: Visitor) => shop.page?.document.querySelectorAll(".calls li").map((call) => call.text) ?? [];
const sent = (shop: Visitor, body: Record<string, string>) => {
  const token = body.token ?? shop.filledIn("Try it").body.get("token") ?? "";
  return shop.send("/account/shop", { method: "POST", body: new URLSearchParams({ token, ...body }) });
};

test("the keys' former address leads to the shop's page, and a form of it is sent there as it is", async () => {
  const shop = await aVerifiedCustomer(site, "former@example.co.za");
  expect((await shop.open("/account")).text).toContain("My shop");
  expect((await shop.open("/account/api-keys?done=named")).url).toContain("/account/shop?done=named");
  expect(shop.page?.text).toContain("The name was saved.");
  const { body } = shop.filledIn("Make a key", { name: "Till", currentPassword: PASSWORD });
  expect([...body.keys()]).toEqual(expect.arrayContaining(["id", "token", "name", "currentPassword"]));
  const form = () => ({ method: "POST", body: new URLSearchParams(body as unknown as URLSearchParams) });
  const first = await shop.send("/account/api-keys", form());
  expect([first.status, first.headers.get("Location")]).toEqual([307, "/account/shop"]);
  const key = keyOn(await (await shop.send("/account/shop", form())).text());
  expect((await fetch(`${site.url}/v1/terms`, { headers: bearer(key) })).status).toBe(200);
});

describe("a shop's webhook", () => {
  test("is tried, and the page shows the call and what the program answered, as text", async () => {
    const { shop, program, called } = await aShopWithAWebhook();
    program.answer = (response) => void response.writeHead(202).end(`<b>Thanks</b> ${"x".repeat(10 * 1024 * 1024)}`);
    expect((await shop.open("/account/shop")).text).toContain("On. Not called yet.");
    expect(shop.page?.html).not.toContain("hidden-word");
    expect((await shop.press("Try it")).text).toContain("We are calling your program now.");
    await called(1);
    await says(shop, /Taken\. Answer: 202 <b>Thanks<\/b> x{180,}/);
    expect(shop.page?.text).toContain("On. It last took a call on");
    expect(calls(shop)[0]).toContain("webhook.test");
    expect(shop.page?.html.match(/x{190,}/)).toBeNull();
    expect(calls(shop)[0]).not.toContain("Send again");
  });

  test("that was given up is sent again as it was, one call or all of them, however often the button is pressed", async () => {
    const { shop, key, program, id, secret, called } = await aShopWithAWebhook();
    await post(key, `/v1/webhooks/${id}/test`, undefined);
    await called(1);
    inTheFile(site, "UPDATE outgoing_mails SET subject = 'parcel.delivered' WHERE subject = 'webhook.test'");
    await says(shop, "Taken");
    const [sentBefore] = program.received;
    await shop.press("Send again");
    await called(2);
    expect(program.received[1]?.headers["webhook-id"]).toBe(sentBefore?.headers["webhook-id"]);
    expect(program.received[1]?.body).toBe(sentBefore?.body);
    expect(verified(program.received[1] ?? expect.fail("no call"), secret)).toMatchObject({ type: "webhook.test" });
    await says(shop, "Taken");
    const row = `to_address = '${id}'`;
    const callId = inTheFile<{ id: string }>(site, `SELECT id FROM outgoing_mails WHERE ${row}`)[0]?.id ?? "";
    program.answer = () => undefined;
    const twice = await Promise.all([1, 2, 3].map(() => sent(shop, { webhookId: id, callId })));
    expect(twice.map(({ status }) => status)).toEqual([303, 303, 303]);
    await called(3);
    await says(shop, "We are calling now");
    expect(inTheFile(site, `SELECT state FROM outgoing_mails WHERE ${row}`)).toEqual([{ state: "queued" }]);
    inTheFile(site, `UPDATE outgoing_mails SET state = 'dead', claimed_at = NULL WHERE ${row}`);
    inTheFile(site, `UPDATE webhook_endpoints SET off_at = made_at, off_because = 'failing' WHERE id = '${id}'`);
    program.answer = (response) => void response.writeHead(204).end();
    expect((await shop.open("/account/shop")).text).toMatch(/Off since .* It has not accepted an update for 5 days\./);
    const token = shop.filledIn("Switch on and send again").body.get("token") ?? "";
    for (const more of [{ callId }, { intent: "try" }] as Record<string, string>[])
      expect((await sent(shop, { token, webhookId: id, ...more })).status).toBe(409);
    await shop.press("Switch on and send again");
    await called(4);
    await says(shop, "Taken");
  });

  test("names a call's booking by its waybill where it has no number of the shop's", async () => {
    const { shop, program, called } = await aShopWithAWebhook();
    await shop.open("/account/shop");
    await shop.press("Try it");
    await called(1);
    const waybillNo = "TH4821093753";
    const { type, timestamp, data } = program.received[0]?.json ?? expect.fail("no call");
    const calledWith = (reference: string | null) => {
      const text = JSON.stringify({ type, timestamp, data: { ...data, waybillNo, reference } });
      inTheFile(site, `UPDATE outgoing_mails SET text_body = '${text}' WHERE text_body LIKE '%${timestamp}%'`);
    };
    calledWith(null);
    await shop.open("/account/shop");
    expect(calls(shop)[0]).toContain("webhook.test, TH 482 109 375 3");
    calledWith("1000");
    await shop.open("/account/shop");
    expect(calls(shop)[0]).toContain("webhook.test, #1000");
  });

  test("that doesn't answer is told in words, not in those of a program", async () => {
    const { shop, id } = await aShopWithAWebhook();
    inTheFile(site, `UPDATE webhook_endpoints SET url = 'http://127.0.0.1:1/hook' WHERE id = '${id}'`);
    await shop.open("/account/shop");
    await shop.press("Try it");
    await says(shop, "Given up. No answer: the connection was refused");
    const because = (text: string) =>
      inTheFile(site, `UPDATE webhook_answers SET text = '${text}' WHERE endpoint_id = '${id}'`);
    for (const [text, words] of [
      ["CallError: no whole answer within 15000 ms", "Given up. No answer: it took too long"],
      ["Error: queryA ENOTFOUND shop.example", "Given up. No answer: no server has this name"],
      ["CERT_HAS_EXPIRED", "Given up. No answer: its certificate isn't valid"],
      ["NotPublicError: This address leads into a private network.", "the address leads into a private network"],
      ["HPE_INVALID_CONSTANT", "Given up. No answer"],
    ] as const) {
      because(text);
      await shop.open("/account/shop");
      expect(calls(shop)[0]).toContain(words);
      expect(calls(shop)[0]).not.toMatch(/Error|[A-Z]{3}_/);
    }
  });

  test("that fails is tried at once when its owner asks, and so is the call that waits to be tried again", async () => {
    const { shop, key, program, id, called } = await aShopWithAWebhook();
    program.answer = (response) => void response.writeHead(500).end();
    await post(key, `/v1/webhooks/${id}/test`, undefined);
    await called(1);
    inTheFile(site, `UPDATE outgoing_mails SET subject = 'parcel.delivered' WHERE to_address = '${id}'`);
    await says(shop, "Given up. Answer: 500");
    // Fails at once and again after five seconds; from then on it waits for minutes, and everything else for it.
    await shop.press("Send again");
    await called(3);
    await says(shop, "Not taken yet. We try again on");
    await shop.press("Try it");
    await called(4);
    expect(program.received[3]?.json.type).toBe("webhook.test");
    await says(shop, "every call has failed since");
    program.answer = (response) => void response.writeHead(204).end();
    await shop.press("Send again");
    await called(5);
    expect(program.received[4]?.headers["webhook-id"]).toBe(program.received[0]?.headers["webhook-id"]);
    await says(shop, "On. It last took a call on");
  });

  test("gets a new secret with the password, which the form sent again tells again", async () => {
    const { shop, program, secret, called } = await aShopWithAWebhook();
    await shop.open("/account/shop");
    expect(shop.page?.html).not.toContain("whsec_");
    await shop.clickLink("New secret");
    const wrong = await shop.press("New secret", { currentPassword: "wrong" });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("That isn't your current password.")]);
    const filledIn = shop.filledIn("New secret", { currentPassword: PASSWORD });
    const secrets = [];
    for (let times = 0; times < 2; times += 1) {
      const body = new URLSearchParams(filledIn.body as unknown as URLSearchParams);
      const html = await (await shop.send(filledIn.action, { method: "POST", body })).text();
      secrets.push(/whsec_[\w+/=]+/.exec(html)?.[0]);
    }
    expect(secrets[0]).toMatch(/^whsec_/);
    expect(secrets[1]).toBe(secrets[0]);
    expect(secrets[0]).not.toBe(secret);
    expect((await shop.open("/account/shop")).html).not.toContain("whsec_");
    await shop.press("Try it");
    await called(1);
    for (const each of [secret, secrets[0] ?? ""])
      expect(verified(program.received[0] ?? expect.fail("no call"), each)).toMatchObject({ type: "webhook.test" });
    expect(JSON.stringify(inTheFile(site, "SELECT * FROM done_once"))).not.toContain("whsec_");
  });

  test("of somebody else isn't tried, sent again or changed, and nobody else sees its calls", async () => {
    const theirs = await aShopWithAWebhook();
    await theirs.shop.open("/account/shop");
    await theirs.shop.press("Try it");
    await theirs.called(1);
    inTheFile(site, `UPDATE outgoing_mails SET subject = 'parcel.delivered' WHERE to_address = '${theirs.id}'`);
    await says(theirs.shop, "Taken");
    const [call] = inTheFile<{ id: string }>(site, `SELECT id FROM outgoing_mails WHERE to_address = '${theirs.id}'`);
    const callId = call?.id ?? "";
    const { shop, id, program } = await aShopWithAWebhook();
    await shop.open(`/account/shop?secret=${theirs.id}`);
    expect(shop.page?.text).not.toContain("A new secret for");
    expect(calls(shop)).toEqual([]);
    const answers = [];
    for (const body of [{ intent: "try" }, { intent: "again" }, { callId }] as Record<string, string>[])
      answers.push(await sent(shop, { webhookId: theirs.id, ...body }));
    answers.push(await sent(shop, { webhookId: theirs.id, intent: "secret", currentPassword: PASSWORD }));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    for (const answer of answers) expect(await answer.text()).not.toContain("whsec_");
    expect((await sent(shop, { webhookId: id, callId })).status).toBe(409);
    expect([theirs.program.received.length, program.received.length]).toEqual([1, 0]);
  });

  test("does nothing for a form without a button of the page's, and the page opens by an address with any word", async () => {
    const { shop, program, id } = await aShopWithAWebhook();
    await shop.open("/account/shop");
    for (const other of [{}, { intent: "delete" }, { callId: "x".repeat(5000) }] as Record<string, string>[]) {
      const answer = await sent(shop, { webhookId: id, ...other });
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining("use one of the buttons")]);
    }
    expect(program.received).toEqual([]);
    for (const address of ["/account/shop?done=", "/account?done=", "/account?failed=", "/address-book?done="])
      for (const word of ["__proto__", "constructor"]) expect((await shop.open(address + word)).status).toBe(200);
  });

  test("is tried, and its calls are sent again, twenty times in an hour", async () => {
    const { shop, id, called } = await aShopWithAWebhook();
    await shop.open("/account/shop");
    await shop.press("Try it");
    await called(1);
    inTheFile(site, `UPDATE outgoing_mails SET subject = 'parcel.delivered' WHERE to_address = '${id}'`);
    await says(shop, "Taken");
    inTheFile(
      site,
      `UPDATE rate_limits SET points = 20 WHERE key = (SELECT 'testCalls:' || uid FROM webhook_endpoints WHERE id = '${id}')`,
    );
    for (const button of ["Try it", "Send again"]) {
      const page = await shop.press(button);
      expect([page.status, page.text]).toEqual([
        429,
        expect.stringContaining("An account can try its webhooks 20 times"),
      ]);
      await shop.open("/account/shop");
    }
  });
});

test("what the shop's program has booked and nobody has paid is there by the shop's own numbers, with where to pay", async () => {
  const { shop, key } = await aShopWithAWebhook();
  expect((await shop.open("/account/shop")).text).not.toContain("To be paid");
  const order = (reference: string) => ({
    reference,
    from: { addressLine: "12 Shop Street", city: "Germiston", postal: "1459" },
    to: {
      ...{ name: "<i>Zodwa", phone: "082 123 4567" },
      ...{ addressLine: "9 Vilakazi Street", city: "Johannesburg", postal: "1868" },
    },
    parcel: { boxId: "flyer-bag", quantity: 1, parcelDesc: "Shoes" },
    agreedTotal: 80.62,
  });
  for (let n = 0; n < 21; n += 1) await post(key, "/v1/bookings", order(`${1000 + n}`));
  const page = await shop.open("/account/shop");
  expect(page.text).toContain("#1000, <i>Zodwa, Soweto");
  expect(page.text).toContain("And one more.");
  await shop.clickLink("Pay for 21 new parcels");
  expect(shop.page?.text).toContain("#1000, <i>Zodwa, Soweto 1868");
  const numbers = shop.page?.text.match(/#\d{4}/g);
  expect(numbers).toEqual(numbers?.toSorted());
  await post(key, "/v1/bookings", order("2000"));
  await shop.open("/account/shop");
  await shop.clickLink("Pay for 21 parcels");
  const [{ quoteId = "" } = {}] = inTheFile<{ quoteId: string }>(
    site,
    "SELECT id AS \"quoteId\" FROM quotes WHERE reference = '1000'",
  );
  const more = {
    quoteId,
    reason: "other",
    found: {},
    amountCents: 56_92,
    because: "It is larger.",
    agreed: "Nomsa",
  } as const;
  const charge = await store.tx((tx) => addCharge(tx, { ...more, payBy: "2099-12-30", accountUid: null }, new Date()));
  const waits = await shop.open("/account/shop");
  expect(waits.text).toMatch(/#1000, <i>Zodwa, SowetoPay R.56,92 more/);
  expect(waits.html).toContain(`href="/charge/${charge.id}"`);
  const other = await aVerifiedCustomer(site, "no-shop@example.co.za");
  expect((await other.open("/account/shop")).text).not.toContain("#1000");
});
