import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../app/domain/values/network.server";
import { bodiesUnderway } from "./bodies-under-way";
import { clientAddress } from "./client-address";
import { isLong, mostBytes } from "./uploads";

/**
 * A body may come in so many pieces (chunks, or what one read of the socket gives), and in one more for each small
 * piece of its length. A form of 60,000 pieces took a hundred times as long as the same form in one.
 */
const FEW_PIECES = 256;
/** As much as a packet carries on any line: a photo may come in thousands of them. */
const SMALL_PIECE_BYTES = 512;

/** How long a long body's buffer is at first. Most forms are shorter. */
const FIRST_BYTES = 16 * 1024;
const TIMES_LONGER = 4;

const NOTHING = Buffer.alloc(0);

/** A complete body; or why there is none. */
export type Received = Buffer | "too large" | "hung up";
type Take = (piece: Buffer) => void;
type Receiving = { received: Promise<Received>; stop: (why: Received) => void; passOn: (take: Take) => void };

const receiving = new WeakMap<IncomingMessage, Receiving>();

/** A request's body, as soon as all of it has arrived. */
export async function bodyOf(request: IncomingMessage): Promise<Received> {
  return receiving.get(request)?.received ?? NOTHING;
}

/** Gives a body to somebody who writes it down: what has arrived, and each piece that comes. Here it takes no memory. */
export function passBodyOn(request: IncomingMessage, take: Take): void {
  receiving.get(request)?.passOn(take);
}

/** Keeps no more of a body: it was refused, or its connection has closed. Its pieces are still counted. */
export function stopReceiving(request: IncomingMessage): void {
  receiving.get(request)?.stop("hung up");
}

export function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/**
 * Receives the bodies of requests, to be called with each as soon as its headers have arrived. Pieces are taken where
 * Node's parser hands them over: its stream would keep every one of them until somebody reads it.
 */
export function bodyReceiver(trustProxy: number, underway = bodiesUnderway()) {
  return function receiveBody(request: IncomingMessage): void {
    if (!hasBody(request)) return;
    const path = request.url?.split("?")[0] ?? "";
    const most = mostBytes(request, path);
    const body = underway.begin(networkOf(clientAddress(request, trustProxy)), isLong(request, path), hangUp);
    const announced = Math.min(most, Number(request.headers["content-length"] ?? most));
    let buffer: Buffer = NOTHING;
    let pieces = 0;
    let isKept = true;
    let isHungUp = false;
    let taker: Take | undefined;
    let settle: (received: Received) => void = () => {};
    const received = new Promise<Received>((resolve) => (settle = resolve));
    receiving.set(request, { received, stop, passOn });

    function stop(why: Received): void {
      isKept = false;
      buffer = NOTHING;
      underway.end(body);
      settle(why);
    }

    function passOn(take: Take): void {
      if (!isKept) return;
      take(buffer.subarray(0, body.arrived));
      taker = take;
      buffer = NOTHING;
      underway.end(body);
    }

    function hangUp(): void {
      isHungUp = true;
      buffer = NOTHING;
      underway.end(body);
      destroyAtOnce(request.socket);
    }

    function keep(piece: Buffer): void {
      // Most forms arrive in one piece, which is buffer enough.
      if (piece.length === announced) {
        buffer = piece;
        return;
      }
      const arrivedBefore = body.arrived - piece.length;
      if (body.arrived > buffer.length) {
        const wanted = Math.max(FIRST_BYTES, TIMES_LONGER * buffer.length);
        const longer = Math.max(body.arrived, Math.min(announced, wanted));
        if (!underway.hold(body, longer)) return;
        const shorter = buffer;
        buffer = Buffer.allocUnsafe(longer);
        shorter.copy(buffer, 0, 0, arrivedBefore);
      }
      piece.copy(buffer, arrivedBefore);
    }

    const push = request.push.bind(request);
    request.push = (piece: Buffer | null): boolean => {
      if (isHungUp) return false;
      if (piece === null) {
        stop(buffer.subarray(0, taker ? 0 : body.arrived));
        return push(null);
      }
      pieces += 1;
      body.arrived += piece.length;
      if (pieces > FEW_PIECES + body.arrived / SMALL_PIECE_BYTES) hangUp();
      else if (body.arrived > most) stop("too large");
      else if (isKept) (taker ?? keep)(piece);
      return !isHungUp;
    };
  };
}

/**
 * Destroys a connection. Node's parser would still go through the 64 KB that it has read, and make a buffer of every
 * chunk in them (10,900 of one byte: 11 ms). So until the end of this turn it has nobody to give them to.
 */
function destroyAtOnce(socket: Socket): void {
  socket.destroy();
  const { parser } = socket as { parser?: Record<string, unknown> | null };
  const [name, onBody] = Object.entries(parser ?? {}).find(([, each]) => isNamed(each, "parserOnBody")) ?? [];
  if (!parser || !name) return;
  parser[name] = null;
  // Node uses its parsers again.
  setImmediate(() => (parser[name] = onBody));
}

function isNamed(value: unknown, name: string): boolean {
  return typeof value === "function" && value.name === name;
}
