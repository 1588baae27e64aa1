import { expect, test } from "vitest";
import { isPayfastAddress } from "#app/domain/money/sender-address.server";
import { readAddressList } from "#app/domain/values/address-list.server";

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

test("another list replaces the default one", () => {
  const list = readAddressList("192.0.2.7");
  const allowed = list.ok ? list.addresses : undefined;
  expect(isPayfastAddress("192.0.2.7", allowed)).toBe(true);
  expect(isPayfastAddress("13.245.74.88", allowed)).toBe(false);
});
