import { expect, test } from "vitest";
import { networkOf } from "#app/domain/values/network.server";

test.each([
  [undefined, "unknown"],
  ["", "unknown"],
  ["197.97.145.144", "197.97.145.144"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::9", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["1::", "1:0:0:0"],
  ["::3:4:5:6:7:8", "0:0:3:4"],
])("a connection from %s is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
