import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { deliverNotice, reportDecision } from "#app/domain/money/simulated-delivery.server";

test("a notice is sent again until it is answered 200, then never again", async () => {
  const site = await aSite([503, 500, 200]);
  expect(await deliverNotice({ address: site.url }, "notice")).toBe(true);
  expect(site.notices).toEqual(["notice", "notice", "notice"]);
});

test("a site that never answers 200 is given up at the end", async () => {
  const site = await aSite([503, 302, 400, 503]);
  expect(await deliverNotice({ address: site.url }, "notice")).toBe(false);
});

test("a notice is sent to the site's own port, whatever host its address names, with that host in its header", async () => {
  const site = await aSite([200]);
  const at = { host: "127.0.0.1", port: Number(new URL(site.url).port) };
  expect(await deliverNotice({ address: "http://nobody.internal:4711/payfast/notify", at }, "notice")).toBe(true);
  expect(site.hosts).toEqual(["nobody.internal:4711"]);
});

test.each([
  ["as_payfast", ["COMPLETE"]],
  ["twice", ["COMPLETE", "COMPLETE"]],
  ["out_of_order", ["COMPLETE", "FAILED"]],
  ["never", []],
  ["after_return", []],
  ["late", []],
] as const)("told to behave %s, the site has heard %j when the buyer comes back", async (timing, heard) => {
  const site = await aSite([200]);
  await reportDecision("COMPLETE", timing, { address: site.url }, (decision) => decision);
  expect(site.notices).toEqual(heard);
});

/** A site that answers with one status after the other, repeating the last, and records what it got. */
async function aSite(statuses: number[]) {
  const notices: string[] = [];
  const hosts: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    notices.push(body);
    hosts.push(request.headers.host ?? "");
    response.writeHead(statuses[Math.min(notices.length, statuses.length) - 1] ?? 200).end("OK");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { notices, hosts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/payfast/notify` };
}
