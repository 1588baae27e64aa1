import { connect, type Socket } from "node:net";

/** Sends exactly these bytes, and returns everything that came until the site closed the connection. */
export async function rawRequest(port: number, bytes: string | Buffer): Promise<string> {
  const line = await dial(port);
  line.socket.write(bytes);
  return line.received;
}

/** An open connection, for requests sent in pieces. */
export function dial(port: number): Promise<{ socket: Socket; received: Promise<string> }> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let answer = "";
    socket.setEncoding("latin1").on("data", (text: string) => {
      answer += text;
    });
    const received = new Promise<string>((done) => socket.once("close", () => done(answer)));
    socket.once("connect", () => resolve({ socket, received }));
    socket.once("error", (error) => (answer === "" ? reject(error) : undefined));
  });
}

/** A form as a browser posts it, with `Connection: close`; the given headers replace the usual ones. */
export function post(path: string, body: string, headers: Record<string, string> = {}): string {
  const all = {
    Host: "localhost",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": String(Buffer.byteLength(body)),
    Connection: "close",
    ...headers,
  };
  return `POST ${path} HTTP/1.1\r\n${lines(all)}\r\n${body}`;
}

export function get(path: string, headers: Record<string, string> = {}): string {
  return `GET ${path} HTTP/1.1\r\n${lines({ Host: "localhost", Connection: "close", ...headers })}\r\n`;
}

function lines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

export function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}
