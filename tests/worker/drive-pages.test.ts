import { expect, test } from "vitest";
import { escapeHtml, unescapeHtml } from "#app/domain/values/escape-html";
import { roundPage, withLeaving, withNotice } from "#app/worker/drive/drive-pages";
import type { KeptMark } from "#app/worker/drive/kept-marks";

const TAG = `<meta http-equiv=refresh content='0;url="//evil.example"'>`;
const mark = (given: Partial<KeptMark>): KeptMark => ({
  to: "/drive/stop/TH4821093753",
  at: "2026-11-23T08:32:00.000Z",
  what: "mark",
  kind: "delivered",
  by: "Sipho Nkosi",
  state: "waiting",
  why: "",
  tries: 0,
  triedOn: "",
  notBefore: "",
  ...given,
});

test("names, reasons and addresses that a phone keeps are words on its pages, whatever they hold", () => {
  const page = "<html><h1>Sign out</h1><main id=main></main></html>";
  const leaving = withLeaving(page, [mark({ by: TAG })]);
  const notice = withNotice(page, [mark({ state: "refused", why: TAG }), mark({ to: `/drive/stop/${TAG}` })]);
  const round = roundPage([{ stop: `/drive/stop/${TAG}`, page }], []);
  const putOff = roundPage([{ stop: "/drive/stop/TH4821093753", page }], [], [TAG]);
  for (const html of [leaving, notice, round, putOff]) {
    expect(html).toContain("&lt;meta http-equiv=refresh");
    expect(html).not.toContain("<meta");
  }
});

test("what the site answered becomes words again, each character once", () => {
  const words = `"Sipho" & <Anna>'s &lt;stop&gt;`;
  expect(unescapeHtml(escapeHtml(words))).toBe(words);
  expect(unescapeHtml("This isn&#x27;t counted")).toBe("This isn't counted");
});
