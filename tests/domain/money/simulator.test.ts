import { describe, expect, test } from "vitest";
import { type Gateway, gatewayOf } from "#app/domain/money/gateway.server";
import { merchantApiOf } from "#app/domain/money/merchant-api.server";
import { payfastFields } from "#app/domain/money/payfast-fields.server";
import { readNotice } from "#app/domain/money/payfast-notice.server";
import { signRequest, verifyNotice } from "#app/domain/money/payfast-signature.server";
import { noticeAbout, readOrder } from "#app/domain/money/simulator.server";
import { anOrder } from "./an-order";

const SITE = "https://thuma.example";
const ours = gatewayOf({ mode: "simulator" }, "/payfast/simulator") ?? expect.fail("no simulator");
const addresses = { returnUrl: `${SITE}/back`, cancelUrl: `${SITE}/cancelled`, notifyUrl: `${SITE}/notify` };

describe("an order that is posted to the simulator", () => {
  test("is read as it was signed", () => {
    expect(readOrder(form(), ours, SITE)).toEqual({
      ...{ ok: true, quoteId: "8f14e45fceea167a", amount: "171.35", itemName: anOrder().itemName, ...addresses },
    });
  });

  test.each([
    ["signed for another passphrase", form({}, "another"), "signature"],
    ["changed after it was signed", replaced("amount", "1.00"), "signature"],
    ["without a signature", form().filter(([name]) => name !== "signature"), "signature"],
    ["for another merchant", form({ merchantId: "10000100" }), "merchant"],
    ["with a field longer than an address", form({ returnUrl: `${SITE}/${"x".repeat(1000)}` }), "too long"],
    ["of nothing", signed(replaced("amount", "0.00")), "more than nothing"],
    ["of no amount", signed(replaced("amount", "free")), "more than nothing"],
    ["that leads to another site", form({ cancelUrl: "https://evil.example/" }), "own site"],
    ["that leads to a site that begins like ours", form({ notifyUrl: `${SITE}.evil.example/` }), "own site"],
  ])("%s is refused", (_, posted, refusal) => {
    expect(readOrder(posted, ours, SITE)).toEqual({ ok: false, why: expect.stringContaining(refusal) });
  });

  test("may have a field of 1,000 characters", () => {
    const returnUrl = `${SITE}/`.padEnd(1000, "x");
    expect(readOrder(form({ returnUrl }), ours, SITE)).toMatchObject({ ok: true, returnUrl });
  });
});

describe("the simulator's notice", () => {
  const noticeOf = (attempt: string, decision: "COMPLETE" | "FAILED" = "COMPLETE", order = form()) => {
    const body = noticeAbout(order, decision, attempt, ours);
    expect(verifyNotice(body, ours.passphrase)).toMatchObject({ ok: true });
    const reading = readNotice(body);
    return reading.ok ? reading.notice : expect.fail(reading.why);
  };

  test("is signed, names the order twice, and has the amount, the fee of 3,5 % and the remainder", () => {
    expect(noticeOf("1")).toMatchObject({
      ...{ quoteId: "8f14e45fceea167a", quoteIdAgain: "8f14e45fceea167a", status: "COMPLETE", merchantId: "simulator" },
      ...{ amountGrossCents: 171_35, amountFeeCents: -6_00, amountNetCents: 165_35 },
    });
  });

  test("names the same payment for the same attempt, whatever was decided, and another payment for another attempt", () => {
    const { pfPaymentId } = noticeOf("1");
    expect(pfPaymentId).toMatch(/^\d+$/);
    expect(noticeOf("1", "FAILED")).toMatchObject({ pfPaymentId, status: "FAILED" });
    expect(noticeOf("2").pfPaymentId).not.toBe(pfPaymentId);
    expect(noticeOf("1", "COMPLETE", form({ quoteId: "another" })).pfPaymentId).not.toBe(pfPaymentId);
  });

  test("has the same blank fields as PayFast's, in the same order", () => {
    const names = [...new URLSearchParams(noticeAbout(form(), "COMPLETE", "1", ours)).keys()];
    const numbered = (prefix: string, from: number) =>
      Array.from({ length: 6 - from }, (_, at) => `${prefix}${from + at}`);
    expect(names).toEqual([
      ...["m_payment_id", "pf_payment_id", "payment_status", "item_name", "item_description", "amount_gross"],
      ...["amount_fee", "amount_net", ...numbered("custom_str", 1), ...numbered("custom_int", 1)],
      ...["name_first", "name_last", "email_address", "merchant_id", "signature"],
    ]);
  });
});

describe("the gateway chosen by the settings", () => {
  const account = { merchantId: "10000100", merchantKey: "key" };

  test("is PayFast's for its mode, with the account's passphrase or none", () => {
    expect(gatewayOf({ mode: "sandbox", ...account, passphrase: "secret" }, "/x")).toEqual({
      ...{ mode: "sandbox", ...account, passphrase: "secret" },
      processUrl: "https://sandbox.payfast.co.za/eng/process",
    });
    expect(gatewayOf({ mode: "live", ...account }, "/x")).toMatchObject({ mode: "live", passphrase: "" });
  });

  test("is none if half of the account's settings are missing", () => {
    expect(gatewayOf({ mode: "live", merchantId: "10000100" }, "/x")).toBeNull();
    expect(gatewayOf({ mode: "live", merchantKey: "key" }, "/x")).toBeNull();
  });

  test("is the simulator at a path of our own site, whatever account is set", () => {
    expect(gatewayOf({ mode: "simulator", ...account }, "/payfast/simulator")).toMatchObject({
      ...{ mode: "simulator", merchantId: "simulator", processUrl: "/payfast/simulator" },
    });
  });
});

test("the merchant API is used only with a complete account, and for real money only if the site accepts it", () => {
  const api = { apiUrl: "https://api.payfast.co.za", merchantId: "10000100", passphrase: "secret" };
  expect(merchantApiOf({ mode: "live", ...api })).toEqual({
    ...{ baseUrl: api.apiUrl, merchantId: "10000100", passphrase: "secret", isTesting: false },
  });
  expect(merchantApiOf({ mode: "sandbox", ...api })).toMatchObject({ isTesting: true });
  for (const missing of ["apiUrl", "merchantId", "passphrase"])
    expect(merchantApiOf({ mode: "live", ...api, [missing]: undefined })).toBeNull();
});

/** What a browser posts: the fields in their order, the signature last. */
function form(order: Parameters<typeof anOrder>[0] = {}, passphrase = ours.passphrase): [string, string][] {
  const { merchantId, merchantKey }: Gateway = ours;
  const answer = payfastFields(anOrder({ merchantId, merchantKey, ...addresses, ...order }));
  const fields = answer.ok ? answer.fields : expect.fail(answer.why);
  return signed(
    fields.map(([name, value]) => [name, value]),
    passphrase,
  );
}

function signed(fields: [string, string][], passphrase = ours.passphrase): [string, string][] {
  const unsigned = fields.filter(([name]) => name !== "signature");
  return [...unsigned, ["signature", signRequest(unsigned, passphrase)]];
}

function replaced(name: string, value: string): [string, string][] {
  return form().map(([each, before]) => [each, each === name ? value : before]);
}
