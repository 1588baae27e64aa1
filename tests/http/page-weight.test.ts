import { describe, expect, test } from "vitest";
import { pageWeight } from "#app/http/pages/page-weight.server";

const weighed = (headers: Record<string, string>) => pageWeight((name) => headers[name]);

describe("a page is light", () => {
  test.each([
    ["who chose Lite", { cookie: "lite=1" }],
    ["who chose Lite on https", { cookie: "__Host-guest=abc; __Host-lite=1" }],
    ["who chose Lite and has other cookies", { cookie: "guest=abc; lite=1; session=x" }],
    ["who saves data", { "save-data": "on" }],
    ["who saves data, spelt otherwise", { "save-data": "On" }],
    ["on 2G", { ect: "2g" }],
    ["on worse than 2G", { ect: "slow-2g" }],
    ["with a round trip of a second", { rtt: "1000" }],
    ["on EDGE", { downlink: "0.2" }],
    ["on a line that gives nothing", { downlink: "0" }],
  ])("for somebody %s", (_, headers) => {
    expect(weighed({ ...headers, "sec-fetch-site": "none" })).toEqual({ isLight: true, opensVisit: false });
  });
});

describe("a page is whole", () => {
  test.each([
    ["who says nothing", {}],
    ["whose Lite is off", { cookie: "lite=0" }],
    ["whose Lite is off on https", { cookie: "__Host-lite=0" }],
    ["with a cookie that only ends alike", { cookie: "notlite=1; lite=10" }],
    ["who doesn't save data", { "save-data": "off" }],
    ["on 3G", { ect: "3g", rtt: "400", downlink: "0.4" }],
    ["on 4G", { ect: "4g", rtt: "50", downlink: "10" }],
    ["whose hints are no numbers", { rtt: "soon", downlink: "", ect: "" }],
  ])("for somebody %s", (_, headers) => {
    expect(weighed(headers).isLight).toBe(false);
  });
});

test("a visit opens with a page that was typed, bookmarked or linked from elsewhere", () => {
  const opens = ["none", "cross-site", "same-origin", "same-site", ""].map(
    (cameFrom) => weighed({ "sec-fetch-site": cameFrom }).opensVisit,
  );
  expect(opens).toEqual([true, true, false, false, false]);
});
