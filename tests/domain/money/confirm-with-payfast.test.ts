import { createServer, type RequestListener, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { confirmWithPayfast } from "#app/domain/money/confirm-with-payfast.server";

const standIns: Server[] = [];

afterEach(() => {
  for (const server of standIns.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

test.each([
  ["VALID", "valid"],
  ["VALID\r\nsomething more", "valid"],
  ["INVALID\n", "invalid"],
  ["INVALID", "invalid"],
  ["valid", "unanswered"],
  ["VALIDATED", "unanswered"],
  ["\nVALID", "unanswered"],
  ["", "unanswered"],
  ["<!doctype html><title>Maintenance</title>VALID", "unanswered"],
])("PayFast's answer %j means %s", async (answer, verdict) => {
  expect(await ask((_request, response) => response.end(answer))).toBe(verdict);
});

test.each([500, 503, 403, 404, 201])("a status of %i isn't an answer, whatever its body", async (status) => {
  expect(await ask((_request, response) => response.writeHead(status).end("VALID"))).toBe("unanswered");
});

test("a redirect isn't followed: where it leads, everything might be VALID", async () => {
  const elsewhere = await standIn((_request, response) => response.end("VALID"));
  expect(await ask((_request, response) => response.writeHead(307, { location: elsewhere }).end())).toBe("unanswered");
});

test("PayFast gets exactly the string that was signed", async () => {
  let received = "";
  let type: string | undefined;
  const url = await standIn((request, response) => {
    type = request.headers["content-type"];
    request.on("data", (piece) => {
      received += piece;
    });
    request.on("end", () => response.end("VALID"));
  });
  const signedPart = "m_payment_id=&item_name=O%27Brien+%26+sons&name_last=+Nkosi+";
  expect(await confirmWithPayfast(signedPart, url, { timeoutMs: 2_000 })).toBe("valid");
  expect(received).toBe(signedPart);
  expect(type).toBe("application/x-www-form-urlencoded");
});

test("a time-out is no answer", async () => {
  expect(await ask(() => undefined, 150)).toBe("unanswered");
});

test("an answer that stops in the middle is no answer", async () => {
  expect(await ask((_request, response) => void response.write("VAL"), 150)).toBe("unanswered");
  expect(await ask((_request, response) => response.write("VALID", () => response.destroy()))).toBe("unanswered");
});

test("a broken or refused connection is no answer", async () => {
  expect(await ask((request) => request.socket.resetAndDestroy())).toBe("unanswered");
  expect(await confirmWithPayfast("a=b", "http://127.0.0.1:1/", { timeoutMs: 500 })).toBe("unanswered");
  expect(await confirmWithPayfast("a=b", "not an address", { timeoutMs: 500 })).toBe("unanswered");
});

test("an endless answer is ended after its first kilobyte, not at the time-out", async () => {
  let sentBytes = 0;
  const verdict = await ask((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write("VALID".repeat(2_000))) sentBytes += 10_000;
    };
    response.on("drain", more);
    more();
  });
  expect(verdict).toBe("unanswered");
  // Apart from the first kilobyte only what was already in the buffers.
  expect(sentBytes).toBeLessThan(20_000_000);
});

async function ask(answer: RequestListener, timeoutMs = 2_000) {
  return confirmWithPayfast("m_payment_id=1", await standIn(answer), { timeoutMs });
}

/** Starts a stub of PayFast's validate page and returns its address. */
async function standIn(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  standIns.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return `http://127.0.0.1:${address.port}/eng/query/validate`;
}
