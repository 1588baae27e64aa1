import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { settings } from "#app/config.server";
import { keepOffice } from "#app/http/office/office-guard.server";
import { keepDriver } from "#app/http/sign-in/driver.server";
import { MOST_FIELDS } from "../../server/form-limits";
import { isLong, isUpload, mostBytes, uploadRefusal } from "../../server/uploads";

const KB = 1024;
const MULTIPART = "multipart/form-data; boundary=cut";
const driver = keepDriver(settings(), "token").split(";")[0];
const office = keepOffice(settings(), "token", "person").split(";")[0];

function aRequest(cookie: string | undefined, type = MULTIPART, method = "POST") {
  return { method, headers: { "content-type": type, cookie } } as IncomingMessage;
}

describe("the largest body", () => {
  test.each([
    ["a form", "/login", aRequest(undefined, "application/x-www-form-urlencoded"), 64],
    ["a driver's photo", "/drive/stop/TH0", aRequest(driver), 8 * KB + 64],
    ["a photo from somebody else", "/drive/stop/TH0", aRequest(office), 64],
    ["a photo to another page", "/drive", aRequest(driver), 64],
    ["PayFast's list", "/office/do/reconcile", aRequest(office), 20 * KB + 64],
    ["PayFast's list from somebody else", "/office/do/reconcile", aRequest(driver), 64],
    ["PayFast's list as a form", "/office/do/reconcile", aRequest(office, "application/x-www-form-urlencoded"), 64],
    ["a list of parcels of the office", "/office/do/import", aRequest(office), 64],
    ["a list of prices", "/office/do/change-prices", aRequest(office), 64],
    ["a shop's list of parcels", "/dashboard/import", aRequest(undefined), 64],
    ["a shop's order", "/v1/shopify/number/orders", aRequest(undefined, "application/json"), KB],
    ["a call by key", "/v1/bookings", aRequest(undefined, "application/json"), 64],
    ["a page that is read", "/office/do/reconcile", aRequest(office, MULTIPART, "GET"), 64],
  ])("of %s at %s", (_what, path, request, kilobytes) => {
    expect(mostBytes(request, path)).toBe(kilobytes * KB);
    expect(isLong(request, path)).toBe(kilobytes > KB);
  });
});

test("only a driver's stop and the lists take files", () => {
  const takes = (path: string, request: IncomingMessage) => isUpload(request, path);
  expect(takes("/dashboard/import", aRequest(undefined))).toBe(true);
  expect(takes("/office/do/import", aRequest(office))).toBe(true);
  expect(takes("/office/do/change-prices", aRequest(office))).toBe(true);
  expect(takes("/office/sign-in", aRequest(office))).toBe(true);
  expect(takes("/drive/stop/TH0", aRequest(driver))).toBe(true);
  expect(takes("/office/do/import", aRequest(undefined))).toBe(false);
  expect(takes("/office/do/cancel-booking", aRequest(office))).toBe(false);
  expect(takes("/login", aRequest(driver))).toBe(false);
  expect(takes("/dashboard/import", aRequest(undefined, "multipart/form-data"))).toBe(false);
});

test("an upload has as many parts as other forms have fields, counted from its first byte", () => {
  const parts = (count: number) => Buffer.from("form-data; name=a\r\n".repeat(count));
  expect(uploadRefusal(parts(MOST_FIELDS))).toBeUndefined();
  expect(uploadRefusal(parts(MOST_FIELDS + 1))?.status).toBe(413);
  expect(uploadRefusal(Buffer.from("x".repeat(100)))).toBeUndefined();
});
