import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { onTestFinished } from "vitest";

export type Received = {
  headers: IncomingHttpHeaders;
  body: string;
  json: { type: string; timestamp: string; data: Record<string, unknown> };
};

/**
 * A shop's program on this machine. It keeps what it is sent, and answers as the test says; 204 if it says nothing.
 */
export async function aWebhookReceiver() {
  const received: Received[] = [];
  const receiver = {
    url: "",
    received,
    /** The kinds of events since the last time. */
    types: () => received.splice(0).map(({ json }) => json.type),
    answer: (response: ServerResponse): void => void response.writeHead(204).end(),
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request.setEncoding("utf8")) body += piece;
    received.push({ headers: request.headers, body, json: JSON.parse(body) });
    receiver.answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return receiver;
}

/**
 * Reads a call as the library of Standard Webhooks does.
 * @throws if the signature is wrong, or its time is more than five minutes away
 */
export function verified({ headers, body }: Received, secret: string): unknown {
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  return new Webhook(secret).verify(body, Object.fromEntries(names.map((name) => [name, String(headers[name])])));
}
