import fc from "fast-check";
import { expect, test } from "vitest";
import { isLoopback, isPublicAddress } from "#app/domain/post/webhooks/public-address.server";

/** Networks that a webhook must not reach, by the byte or bytes that they begin with. */
const forbidden: Record<string, fc.Arbitrary<number[]>> = {
  unspecified: fc.tuple(fc.constant(0), byte(), byte(), byte()),
  loopback: fc.tuple(fc.constant(127), byte(), byte(), byte()),
  "private, 10/8": fc.tuple(fc.constant(10), byte(), byte(), byte()),
  "private, 172.16/12": fc.tuple(fc.constant(172), fc.integer({ min: 16, max: 31 }), byte(), byte()),
  "private, 192.168/16": fc.tuple(fc.constant(192), fc.constant(168), byte(), byte()),
  shared: fc.tuple(fc.constant(100), fc.integer({ min: 64, max: 127 }), byte(), byte()),
  "link-local": fc.tuple(fc.constant(169), fc.constant(254), byte(), byte()),
  multicast: fc.tuple(fc.integer({ min: 224, max: 239 }), byte(), byte(), byte()),
  "protocols' own": fc.tuple(fc.constant(192), fc.constant(0), fc.constant(0), byte()),
  "examples, 192.0.2/24": fc.tuple(fc.constant(192), fc.constant(0), fc.constant(2), byte()),
  "examples, 198.51.100/24": fc.tuple(fc.constant(198), fc.constant(51), fc.constant(100), byte()),
  "examples, 203.0.113/24": fc.tuple(fc.constant(203), fc.constant(0), fc.constant(113), byte()),
  "relays of 6to4": fc.tuple(fc.constant(192), fc.constant(88), fc.constant(99), byte()),
  benchmarks: fc.tuple(fc.constant(198), fc.constantFrom(18, 19), byte(), byte()),
  reserved: fc.tuple(fc.integer({ min: 240, max: 255 }), byte(), byte(), byte()),
};

/** Every way in which an IPv4 address can be written as an address. */
const spellings: Record<string, (bytes: number[]) => string> = {
  v4: (bytes) => bytes.join("."),
  "v4-mapped": (bytes) => `::ffff:${bytes.join(".")}`,
  "v4-mapped in figures": (bytes) => `0:0:0:0:0:FFFF:${pairs(bytes)}`,
  NAT64: (bytes) => `64:ff9b::${bytes.join(".")}`,
  "NAT64 in figures": (bytes) => `64:ff9b:0:0:0:0:${pairs(bytes)}`,
  "6to4": (bytes) => `2002:${pairs(bytes)}::1`,
};
const compatible = (bytes: number[]) => `::${bytes.join(".")}`;

test.each(Object.entries(forbidden))("%s is refused in every spelling", (_name, addresses) => {
  fc.assert(
    fc.property(addresses, (bytes) => {
      const written = [...Object.values(spellings), compatible].map((spell) => spell(bytes));
      expect(written.filter(isPublicAddress)).toEqual([]);
    }),
  );
});

test("an address beside those networks is public in every spelling but v4-compatible, which nobody has", () => {
  const beside = ["9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1", "128.0.0.1"];
  const others = ["169.253.0.1", "172.15.255.255", "172.32.0.0", "192.167.0.1", "192.169.0.1", "223.255.255.255"];
  for (const address of [...beside, ...others, "8.8.8.8", "41.13.252.1"]) {
    const bytes = address.split(".").map(Number);
    expect(Object.values(spellings).filter((spell) => !isPublicAddress(spell(bytes)))).toEqual([]);
    expect(isPublicAddress(compatible(bytes))).toBe(false);
  }
});

test("of IPv6 only what is public may be called", () => {
  const ours = ["::", "::1", "fe80::1", "fe80::1%eth0", "febf::1", "fc00::1", "fdff:ffff::1", "ff02::1", "100::1"];
  const special = ["64:ff9b:1::1", "2001::1", "2001:db8::1", "3fff::1", "4000::1", "fec0::1", "nowhere", "", "1.2.3"];
  expect([...ours, ...special].filter(isPublicAddress)).toEqual([]);
  expect(["2606:4700::1111", "2c0f:fb50:4003::1", "2a00:1450:4001::200e"].filter(isPublicAddress)).toHaveLength(3);
});

test("this machine is known in every spelling", () => {
  expect(["127.0.0.1", "127.9.9.9", "::1", "0:0:0:0:0:0:0:1", "::ffff:127.0.0.1"].filter(isLoopback)).toHaveLength(5);
  expect(["10.0.0.1", "::2", "8.8.8.8", "::ffff:8.8.8.8", "localhost"].filter(isLoopback)).toEqual([]);
});

function byte() {
  return fc.integer({ min: 0, max: 255 });
}

function pairs([a = 0, b = 0, c = 0, d = 0]: number[]): string {
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}
