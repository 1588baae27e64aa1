import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { callServer, type HttpCall, repeatCall } from "#app/domain/values/http-client.server";
import { answerWith, pricingElsewhere } from "../../support/a-pricing-service";

const patient = { connectMs: 60_000, inAllMs: 60_000, reads: "whole", mostBytes: 512 * 1024 } as const;
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
  test("without a body is a GET", async () => {
    let asked: IncomingMessage | undefined;
    const address = await aService((request, response) => {
      asked = request;
      answerWith(response, 200, { found: 1 });
    });
    expect(await callServer(address, patient)).toMatchObject({ status: 200, text: '{"found":1}' });
    expect(asked?.method).toBe("GET");
    expect(asked?.headers).toEqual({ host: address.host, connection: "close" });
  });

  test("with a body posts it, its length counted in bytes", async () => {
    let asked: IncomingMessage | undefined;
    const address = await aService((request, response) => {
      asked = request;
      answerWith(response, 422, null);
    });
    const body = "Türkiye";
    expect(await callServer(address, { ...patient, body })).toMatchObject({ status: 422, text: "null" });
    expect(asked?.method).toBe("POST");
    expect(asked?.headers).toEqual({
      "content-length": String(body.length + 1),
      host: address.host,
      connection: "close",
    });
  });
});

describe("an answer", () => {
  test("read whole may have as many bytes as were given, and not one more", async () => {
    const address = await aService((request, response) => {
      const text = "x".repeat(512 * 1024);
      response.on("error", () => undefined);
      response.end(request.method === "POST" ? `${text} ` : text);
    });
    expect((await callServer(address, patient)).text).toMatch(/^x+$/);
    await expect(callServer(address, { ...patient, body: "" })).rejects.toThrow("the answer was too long");
  });

  test("of which the start is read has that, without the space around it, so that an endless one doesn't fill the memory", async () => {
    const start = { ...patient, reads: "start", mostBytes: 10_000 } as const;
    const short = await aService((_request, response) => void response.writeHead(201).end(" Created \n"));
    expect(await callServer(short, start)).toMatchObject({ status: 201, text: "Created" });
    const long = await aService((_request, response) => void response.end("x".repeat(1_000_000)));
    expect((await callServer(long, start)).text).toHaveLength(10_000);
  });

  test.each<HttpCall["reads"]>(["whole", "start", "line"])("that breaks off is no answer (%s)", async (reads) => {
    const address = await aService((request, response) => {
      response.writeHead(200, { "Content-Length": "100" }).write("{}");
      setTimeout(() => request.socket.destroy(), QUICK_MS);
    });
    await expect(callServer(address, { ...patient, reads })).rejects.toThrow("the answer broke off");
  });
});

describe("patience", () => {
  test("ends when no answer comes in time", async () => {
    const address = await aService(() => undefined);
    const asked = callServer(address, { ...patient, inAllMs: QUICK_MS });
    await expect(asked).rejects.toThrow(`no whole answer within ${QUICK_MS} ms`);
  });

  test("for the connection ends once there is one", async () => {
    const address = await aService((_request, response) => {
      setTimeout(() => answerWith(response, 200, 1), 600);
    });
    expect(await callServer(address, { ...patient, connectMs: 400 })).toMatchObject({ text: "1" });
  });

  test("for a secure connection includes its handshake", async () => {
    const address = new URL(`https://127.0.0.1:${await aSilentPort()}/v1/boxes`);
    const asked = callServer(address, { ...patient, connectMs: QUICK_MS });
    await expect(asked).rejects.toThrow(`no connection within ${QUICK_MS} ms`);
  });

  test("is not needed where nobody listens", async () => {
    const address = new URL("http://127.0.0.1:1/v1/boxes");
    const error = await callServer(address, patient).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "CallError", message: "ECONNREFUSED" });
  });
});

describe("informational answers", () => {
  test("may come three times before the real one: proxies send one unasked", async () => {
    const url = await aServerThatSays(["100 Continue", "102 Processing", "103 Early Hints"]);
    expect(await callServer(url, patient)).toMatchObject({ status: 200 });
  });

  test("end the call at the fourth: they have no end, and each costs time", async () => {
    const url = await aServerThatSays(["100 Continue", "103 Early Hints", "103 Early Hints", "100 Continue"]);
    await expect(callServer(url, patient)).rejects.toThrow("too many informational answers");
  });
});

test("redirects aren't followed", async () => {
  const elsewhere = await aService((_request, response) => void response.end("VALID"));
  const address = await aService(
    (_request, response) => void response.writeHead(307, { location: elsewhere.href }).end(),
  );
  expect(await callServer(address, patient)).toMatchObject({ status: 307, text: "" });
});

describe("asking again", () => {
  const asking = (...answers: (number | "fails")[]) => {
    let asked = 0;
    const ask = async () => {
      const answer = answers[asked++];
      if (answer === "fails") throw new Error(`call ${asked}`);
      return answer;
    };
    return { ask, times: () => asked };
  };
  const isGood = (status?: number) => status === 200;

  test("ends with the first good answer, or the last answer or error", async () => {
    for (const [answers, last] of [
      [[200, 500], 200],
      [["fails", 500, 200], 200],
      [[500, 404, 503, 200], 503],
    ] as const)
      expect(await repeatCall(asking(...answers).ask, { pausesMs: [0, 0], isGood })).toBe(last);
    const failing = asking(500, "fails");
    await expect(repeatCall(failing.ask, { pausesMs: [0], isGood })).rejects.toThrow("call 2");
  });

  test("isn't done when there is no time or reason, before the pause or after it", async () => {
    const without = asking(500, 200);
    expect(await repeatCall(without.ask, { pausesMs: [60_000], isGood, mayRepeat: () => false })).toBe(500);
    const late = asking(500, 200);
    expect(await repeatCall(late.ask, { pausesMs: [1], isGood, mayRepeat: (pauseMs) => pauseMs === 1 })).toBe(500);
    expect([without.times(), late.times()]).toEqual([1, 1]);
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
