import { assert, expect, test } from "vitest";
import { isListed, readAddressList } from "#app/domain/values/address-list.server";

test("a list has addresses and networks, IPv4 and IPv6, separated by commas or spaces", () => {
  const list = readAddressList("10.0.0.0/8, 192.0.2.7\n2001:db8::/32 ::1");
  const addresses = list.ok ? list.addresses : assert.fail(list.why);
  for (const ip of ["10.255.0.1", "192.0.2.7", "::ffff:10.1.2.3", "2001:db8:1::5", "::1"])
    expect(isListed(ip, addresses)).toBe(true);
  for (const ip of ["11.0.0.1", "192.0.2.8", "2001:db9::5", "13.245.74.88"])
    expect(isListed(ip, addresses)).toBe(false);
});

test("one address may be a network of its own, and the largest network contains every address", () => {
  for (const [entry, inside, outside] of [
    ["192.0.2.7/32", "192.0.2.7", "192.0.2.8"],
    ["2001:db8::1/128", "2001:db8::1", "2001:db8::2"],
    ["0.0.0.0/0", "203.0.113.9", "::1"],
  ] as const) {
    const list = readAddressList(`  ${entry}  `);
    const addresses = list.ok ? list.addresses : assert.fail(list.why);
    expect(isListed(inside, addresses)).toBe(true);
    expect(isListed(outside, addresses)).toBe(false);
    expect(isListed("no address", addresses)).toBe(false);
  }
});

test.each([
  "10.0.0.0/8x",
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "::/129",
  "payfast.co.za",
  "10.0.0",
  "10.0.0.1/-1",
  "10.0.0.1,x",
])("a list with a mistake in it is refused completely: %s", (text) => {
  expect(readAddressList(text).ok).toBe(false);
});

test("an empty list is refused", () => {
  expect(readAddressList(" , ")).toEqual({ ok: false, why: "No address is named." });
});
