import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { askService } from "#app/domain/prices/contract/ask-service.server";
import { answerWith, pricingElsewhere } from "../../../support/a-pricing-service";

const patient = { connectMs: 60_000, inAllMs: 60_000 };
const QUICK_MS = 40;

async function aService(behave: (request: IncomingMessage, response: ServerResponse) => void): Promise<URL> {
  const service = await pricingElsewhere(behave);
  onTestFinished(() => service.stop());
  return new URL(`${service.url}/v1/boxes`);
}

/** Takes connections and says nothing: no TLS, no HTTP. */
async function aSilentPort(): Promise<number> {
  const server = createServer((socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

describe("a request", () => {
  test("without a body is a GET that wants JSON", async () => {
    let asked: IncomingMessage | undefined;
    const address = await aService((request, response) => {
      asked = request;
      answerWith(response, 200, { found: 1 });
    });
    expect(await askService(address, undefined, patient)).toEqual({
      status: 200,
      statusText: "OK",
      json: { found: 1 },
    });
    expect(asked?.method).toBe("GET");
    expect(asked?.headers).toEqual({ accept: "application/json", host: address.host, connection: "close" });
  });

  test("with a body posts it as JSON, its length counted in bytes", async () => {
    let asked: IncomingMessage | undefined;
    const address = await aService((request, response) => {
      asked = request;
      answerWith(response, 422, null);
    });
    const body = { town: "Türkiye" };
    expect(await askService(address, body, patient)).toEqual({
      status: 422,
      statusText: "Unprocessable Entity",
      json: null,
    });
    expect(asked?.method).toBe("POST");
    expect(asked?.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      "content-length": String(JSON.stringify(body).length + 1),
      host: address.host,
      connection: "close",
    });
  });
});

describe("an answer", () => {
  test("with an unknown status and no JSON has neither words nor JSON", async () => {
    const address = await aService((_request, response) => void response.writeHead(299).end("<h1>"));
    expect(await askService(address, undefined, patient)).toEqual({ status: 299, statusText: "", json: undefined });
  });

  test("may have 512 KB, and not a byte more", async () => {
    const address = await aService((request, response) => {
      const text = JSON.stringify("x".repeat(512 * 1024 - 2));
      response.on("error", () => undefined);
      response.end(request.method === "POST" ? `${text} ` : text);
    });
    expect(await askService(address, undefined, patient)).toMatchObject({ json: expect.stringMatching(/^x+$/) });
    await expect(askService(address, {}, patient)).rejects.toThrow("the answer was too long");
  });

  test("that breaks off is no answer", async () => {
    const address = await aService((request, response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("{}");
      setTimeout(() => request.socket.destroy(), QUICK_MS);
    });
    await expect(askService(address, undefined, patient)).rejects.toThrow("the answer broke off");
  });
});

describe("patience", () => {
  test("ends when no answer comes in time", async () => {
    const address = await aService(() => undefined);
    const asked = askService(address, undefined, { connectMs: 60_000, inAllMs: QUICK_MS });
    await expect(asked).rejects.toThrow(`no whole answer within ${QUICK_MS} ms`);
  });

  test("for the connection ends once there is one", async () => {
    const address = await aService((_request, response) => {
      setTimeout(() => answerWith(response, 200, 1), 600);
    });
    const answer = await askService(address, undefined, { connectMs: 400, inAllMs: 60_000 });
    expect(answer).toMatchObject({ json: 1 });
  });

  test("for a secure connection includes its handshake", async () => {
    const address = new URL(`https://127.0.0.1:${await aSilentPort()}/v1/boxes`);
    const asked = askService(address, undefined, { connectMs: QUICK_MS, inAllMs: 60_000 });
    await expect(asked).rejects.toThrow(`no connection within ${QUICK_MS} ms`);
  });

  test("is not needed where nobody listens", async () => {
    const address = new URL("http://127.0.0.1:1/v1/boxes");
    const error = await askService(address, undefined, patient).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "PricingUnreached", message: "ECONNREFUSED" });
  });
});
