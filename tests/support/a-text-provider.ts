import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** The provider's reaction to a message. */
type Answer = "take" | "hang up" | "hang" | "no credits" | "failed" | "nonsense";

/**
 * A provider of text messages on this machine, removed after the test. It follows BulkSMS's OpenAPI description: 201
 * with a list, or an `Error`; a repeated id is the same message.
 */
export async function aTextProvider(answers: readonly Answer[] = []) {
  const waiting = [...answers];
  const posted: { path?: string; login: string; type?: string; message: unknown }[] = [];
  const texts = new Map<string, { to: string; body: string }>();
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += piece;
    posted.push({
      path: request.url,
      login: loginOf(request.headers),
      type: request.headers["content-type"],
      message: JSON.parse(body),
    });
    const number = new URL(request.url ?? "", "http://x").searchParams.get("deduplication-id") ?? "";
    const answer = waiting.shift() ?? "take";
    const answerWith = (status: number, words: unknown) =>
      response
        .writeHead(status, { "Content-Type": "application/json" })
        .end(typeof words === "string" ? words : JSON.stringify(words));
    if (answer === "hang") return;
    if (answer === "nonsense") return answerWith(201, "<html>");
    if (answer === "no credits") {
      const type = "https://developer.bulksms.com/json/v1/errors#insufficient-credits";
      return answerWith(403, { type, title: "Insufficient Credits", status: 403 });
    }
    if (answer === "failed")
      return answerWith(201, [
        { id: "1", type: "SENT", status: { id: "FAILED.NOT_SENT", type: "FAILED", subtype: "NOT_SENT" } },
      ]);
    texts.set(number, JSON.parse(body));
    if (answer === "hang up") return request.socket.destroy();
    return answerWith(201, [
      { id: "4023457654", type: "SENT", status: { id: "ACCEPTED.null", type: "ACCEPTED", subtype: null } },
    ]);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { posted, texts, account: { tokenId: "an-id", tokenSecret: "a-secret", url: `http://127.0.0.1:${port}/v1/` } };
}

function loginOf({ authorization = "" }: IncomingHttpHeaders): string {
  return Buffer.from(authorization.replace("Basic ", ""), "base64").toString("utf8");
}
