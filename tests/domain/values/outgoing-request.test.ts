import { createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { askApi } from "#app/domain/money/ask-api.server";
import { postForm } from "#app/domain/money/post-form.server";
import { postOnce } from "#app/domain/post/post-once.server";
import { callEndpoint } from "#app/domain/post/webhooks/call.server";
import { askService } from "#app/domain/prices/contract/ask-service.server";
import { MINUTES } from "#app/durations";

const patience = 1 * MINUTES;

/** Every client that asks something of another server, as it is asked for an answer's status. */
const clients: Record<string, (url: URL) => Promise<{ status: number } | null>> = {
  "a shop's webhook": (url) =>
    callEndpoint(url, {}, "{}", { resolve: async () => ["127.0.0.1"], isSimulator: true }, patience),
  "EmailJS and BulkSMS": (url) => postOnce(url, {}, Buffer.from("{}"), patience),
  "PayFast's validation": (url) => postForm(url.href, "a=1", patience),
  "PayFast's API": (url) => askApi(url, {}, patience),
  "the pricing service": (url) => askService(url, undefined, { connectMs: patience, inAllMs: patience }),
};

describe.each(Object.entries(clients))("%s", (_, ask) => {
  test("may send three informational answers before its own: proxies send one unasked", async () => {
    const url = await aServerThatSays(["100 Continue", "102 Processing", "103 Early Hints"]);
    expect(await ask(url)).toMatchObject({ status: 200 });
  });

  test("is left at the fourth: they have no end, and each costs time", async () => {
    const url = await aServerThatSays(["100 Continue", "103 Early Hints", "103 Early Hints", "100 Continue"]);
    expect(await ask(url).catch(() => null)).toBeNull();
  });
});

/** A server that gives informational answers before it answers 200. */
async function aServerThatSays(informational: string[]): Promise<URL> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      for (const line of informational) socket.write(`HTTP/1.1 ${line}\r\n\r\n`);
      socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return new URL(`http://127.0.0.1:${port}/`);
}
