import { mkdirSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { settings } from "#app/config.server";
import { KEPT, keptList } from "#app/domain/office/kept-lists.server";
import { clearOfficeFolder } from "#app/domain/office/office-folder.server";
import { withListAside } from "../../server/office-list";

const LONG = "x,y\n".repeat(20_000);
const field = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}`;
const file = (content: string) =>
  `Content-Disposition: form-data; name="file"; filename="list of July.csv"\r\nContent-Type: text/csv\r\n\r\n${content}`;
const form = (parts: string[], edge = "cut") =>
  Buffer.from(`${parts.map((part) => `--${edge}\r\n${part}\r\n`).join("")}--${edge}--\r\n`);

const aside = (body: Buffer, boundary = "cut") =>
  withListAside(
    { headers: { "content-type": `multipart/form-data; boundary=${boundary}` } } as IncomingMessage,
    body,
    "zanele",
  );

beforeAll(() => void mkdirSync(settings().dataDir, { recursive: true }));

describe("PayFast's list in a form", () => {
  test.each([
    ["cut", "cut"],
    ['"cut"', "cut"],
    ["cut; charset=utf-8", "cut"],
  ])("that is long is kept aside, and the form has its name: boundary=%s", async (boundary, edge) => {
    const before = field("token", "abc");
    const after = field("settle", "on");
    const made = (await aside(form([before, file(LONG), after], edge), boundary)).toString();
    const [, name = ""] = new RegExp(`name="${KEPT}"\r\n\r\n(.*)\r\n`).exec(made) ?? [];
    onTestFinished(() => clearOfficeFolder(settings().dataDir));
    expect(made).toBe(
      form([before, field(KEPT, name), field("file-name", "list of July.csv"), after], edge).toString(),
    );
    const kept = keptList(settings().dataDir, "zanele", name);
    expect(kept && readFileSync(kept, "utf8")).toBe(LONG);
  });

  test.each([
    ["that is short", form([file("x,y\n".repeat(10_000))])],
    ["without an end", Buffer.from(`--cut\r\n${file(LONG)}`)],
    ["without a list", form([field("note", LONG)])],
    [
      "that ends before its content",
      Buffer.from(`${"x".repeat(60_000)}--cut\r\nContent-Disposition: form-data; name="file"; filename="a"`),
    ],
  ])("%s is left as it is", async (_what, body) => {
    expect(await aside(body)).toBe(body);
  });
});
