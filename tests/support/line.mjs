import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

const BITS = 8;
/** The payload of one packet on most networks. */
const PACKET_BYTES = 1460;

/** The delay of a lost packet: TCP sends it again, and later ones wait for it. Milliseconds. */
const SENT_AGAIN_MS = 400;

export const UNLIMITED = { roundTripMs: 0, bitsPerSecond: Number.POSITIVE_INFINITY };

/**
 * A network connection between a browser and the site, on its own port, that counts bytes and can be slowed down. A new
 * connection costs a round trip before its first byte, as TCP's handshake does; all connections share the bandwidth.
 * `lossPercent` of the packets are lost. There is no TCP slow start, so it is realistic for answers of up to ten
 * packets. `line.exchanges` are the requests so far, each with its bytes, and with the times at which the browser sent it
 * and had its answer.
 * @param {number} sitePort
 * @param {{ roundTripMs: number, bitsPerSecond: number, lossPercent?: number }} [speed] unlimited unless given;
 * `line.speed` may change later
 */
export async function openLine(sitePort, speed = UNLIMITED) {
  const line = { port: 0, sentBytes: 0, receivedBytes: 0, connections: 0, exchanges: [], speed, reset, close };
  const ends = new Set();
  const up = oneWay(line);
  const down = oneWay(line);

  const server = createServer({ noDelay: true }, (browser) => {
    line.connections += 1;
    let exchange;
    const site = connect({ port: sitePort, host: "127.0.0.1", noDelay: true });
    for (const [end, other] of [
      [browser, site],
      [site, browser],
    ]) {
      ends.add(end);
      end.on("error", () => undefined);
      end.once("close", () => {
        ends.delete(end);
        // After a FIN, what is under way still arrives.
        if (!end.readableEnded) other.destroy();
      });
    }
    // A browser that opens a second connection uses the first instead if it is free by then.
    const isFirst = ends.size === 2;
    const shakenHands = Promise.race([pause(line.speed.roundTripMs), ...(isFirst ? [] : [down.drained()])]);
    browser.on("data", async (piece) => {
      line.sentBytes += piece.length;
      // Without pipelining (no browser does it), what is sent after an answer began is the next request.
      if (!exchange || exchange.receivedBytes > 0) {
        exchange = newExchange();
        line.exchanges.push(exchange);
      }
      exchange.sent.push(piece);
      await shakenHands;
      up(site, piece);
    });
    site.on("data", (piece) => {
      line.receivedBytes += piece.length;
      const answered = exchange;
      answered.receivedBytes += piece.length;
      down(browser, piece, () => (answered.answeredAt = performance.now()));
    });
    browser.once("end", () => up(site, null));
    site.once("end", () => down(browser, null));
  });

  function reset() {
    Object.assign(line, { sentBytes: 0, receivedBytes: 0, connections: 0, exchanges: [] });
  }

  async function close() {
    const closed = new Promise((done) => server.close(done));
    for (const end of ends) end.destroy();
    await closed;
  }

  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  line.port = server.address().port;
  return line;
}

const newExchange = () => ({ sent: [], receivedBytes: 0, askedAt: performance.now(), answeredAt: Number.NaN });

/**
 * One direction: packets queue, are sent one after the other at the given bandwidth, and then travel. Null is a FIN.
 */
function oneWay(line) {
  const underway = [];
  const waiting = [];
  let isFreeAt = 0;
  let timer = null;

  function deliver() {
    timer = null;
    while (underway.length > 0 && underway[0].arrivesAt <= performance.now() + 0.5) {
      const { to, packet, arrived } = underway.shift();
      if (to.destroyed) continue;
      arrived?.();
      if (packet) to.write(packet);
      else to.end();
    }
    if (underway.length > 0) timer = setTimeout(deliver, underway[0].arrivesAt - performance.now());
    else for (const tell of waiting.splice(0)) tell();
  }

  /** Resolves once everything under way has arrived; never, if nothing is. */
  send.drained = () => new Promise((tell) => underway.length > 0 && waiting.push(tell));
  return send;

  function send(to, piece, arrived) {
    const { roundTripMs, bitsPerSecond, lossPercent = 0 } = line.speed;
    for (let from = 0; from === 0 || from < (piece?.length ?? 0); from += PACKET_BYTES) {
      const packet = piece?.subarray(from, from + PACKET_BYTES) ?? null;
      isFreeAt = Math.max(performance.now(), isFreeAt) + ((packet?.length ?? 0) * BITS * 1000) / bitsPerSecond;
      const again = Math.random() * 100 < lossPercent ? SENT_AGAIN_MS : 0;
      const before = underway.at(-1)?.arrivesAt ?? 0;
      underway.push({ to, packet, arrived, arrivesAt: Math.max(before, isFreeAt + roundTripMs / 2 + again) });
    }
    if (timer === null) deliver();
  }
}
