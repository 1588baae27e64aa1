import { expect, test } from "vitest";
import { isPayfastAddress, parseAllowedIps } from "#app/domain/payments/sender-address.server";

test.each([
  "197.97.145.144",
  "197.97.145.159",
  "41.74.179.192",
  "41.74.179.223",
  "102.216.36.0",
  "102.216.36.15",
  "102.216.36.128",
  "102.216.36.143",
  "144.126.193.139",
  "13.245.74.88",
  "3.163.232.237",
  "3.163.252.237",
  "::ffff:197.97.145.150",
  "::FFFF:13.245.74.88",
  "::ffff:0df5:4a58",
])("PayFast may post from %s", (ip) => {
  expect(isPayfastAddress(ip)).toBe(true);
});

test.each([
  "197.97.145.143",
  "197.97.145.160",
  "41.74.179.191",
  "41.74.179.224",
  "102.216.36.16",
  "102.216.36.127",
  "102.216.36.144",
  "3.163.231.237",
  "3.163.253.237",
  "3.163.240.236",
  "127.0.0.1",
  "::1",
  "::ffff:127.0.0.1",
  "2001:db8::1",
  "",
  "unknown",
  "197.97.145.150:443",
  "197.97.145.150, 10.0.0.1",
  "0197.97.145.150",
  "13.245.74.88%eth0",
])("nobody else may post as PayFast: %j", (ip) => {
  expect(isPayfastAddress(ip)).toBe(false);
});

test("the list can be given: addresses and networks, old and new, commas or spaces", () => {
  const list = parseAllowedIps("10.0.0.0/8, 192.0.2.7\n2001:db8::/32 ::1");
  const allowed = list.ok ? list.allowed : undefined;
  for (const ip of ["10.255.0.1", "192.0.2.7", "::ffff:10.1.2.3", "2001:db8:1::5", "::1"])
    expect(isPayfastAddress(ip, allowed)).toBe(true);
  for (const ip of ["11.0.0.1", "192.0.2.8", "2001:db9::5", "13.245.74.88"])
    expect(isPayfastAddress(ip, allowed)).toBe(false);
});

test.each([
  "10.0.0.0/33",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "::/129",
  "payfast.co.za",
  "10.0.0",
  "10.0.0.1/-1",
  "10.0.0.1,x",
])("a list with a mistake in it is refused, not half used: %s", (text) => {
  expect(parseAllowedIps(text).ok).toBe(false);
});

test("a list that names nobody is refused", () => {
  expect(parseAllowedIps(" , ")).toEqual({ ok: false, refusal: "No address is named." });
});
