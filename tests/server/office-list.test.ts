import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { settings } from "#app/config.server";
import { KEPT, keptList } from "#app/domain/office/kept-lists.server";
import { clearOfficeFolder } from "#app/domain/office/office-folder.server";
import { listAside } from "../../server/office-list";

const LONG = "x,y\n".repeat(20_000);
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (content: string) =>
  `Content-Disposition: form-data; name="file"; filename="list of July.csv"\r\nContent-Type: text/csv\r\n\r\n${content}`;
const form = (parts: string[], edge = "cut") =>
  Buffer.from(`${parts.map((part) => `--${edge}\r\n${part}\r\n`).join("")}--${edge}--\r\n`);

/** Comes in pieces of so many bytes. */
function aside(body: Buffer, boundary = "cut", bytes = body.length): Buffer | null {
  const { take, form, leave } = listAside(`multipart/form-data; boundary=${boundary}`, "zanele");
  for (let at = 0; at < body.length; at += bytes) take(body.subarray(at, at + bytes));
  const made = form();
  leave();
  return made;
}
const kept = () => readdirSync(path.join(settings().dataDir, "office-files"));

beforeAll(() => void mkdirSync(settings().dataDir, { recursive: true }));

describe("PayFast's list in a form", () => {
  test.each([
    ["cut", "cut", 1_000_000],
    ['"cut"', "cut", 16_384],
    ["cut; charset=utf-8", "cut", 7],
    ["cut", "cut", 1],
  ])("that is long is kept aside, and the form has its name: boundary=%s", (boundary, edge, bytes) => {
    const before = field("token", "abc");
    const after = field("settle", "on");
    const made = String(aside(form([before, file(LONG), after], edge), boundary, bytes));
    const [, name = ""] = new RegExp(`name="${KEPT}"\r\n\r\n(.*)\r\n`).exec(made) ?? [];
    onTestFinished(() => clearOfficeFolder(settings().dataDir));
    expect(made).toBe(
      form([before, field(KEPT, name), field("file-name", "list of July.csv"), after], edge).toString(),
    );
    const list = keptList(settings().dataDir, "zanele", name);
    expect(list && readFileSync(list, "utf8")).toBe(LONG);
  });

  test.each([
    ["that is short", form([file("x,y\n".repeat(10_000)), field("settle", "on")])],
    ["that is short and has no end", Buffer.from(`--cut\r\n${file("x,y\n")}`)],
    ["without a list", form([field("note", "x,y\n".repeat(10_000))])],
  ])("%s is left as it is", (_what, body) => {
    for (const bytes of [body.length, 100, 1]) expect(aside(body, "cut", bytes)?.equals(body)).toBe(true);
    expect(kept()).toEqual([]);
  });

  test.each([
    ["without an end", Buffer.from(`--cut\r\n${file(LONG)}`)],
    ["with another field that is as long", form([field("note", LONG), file(LONG)])],
    ["with such a field after it", form([file(LONG), field("note", LONG)])],
    ["that isn't there", form([field("note", LONG)])],
  ])("%s is refused, and nothing of it is kept", (_what, body) => {
    expect(aside(body, "cut", 16_384)).toBeNull();
    expect(kept()).toEqual([]);
  });
});
