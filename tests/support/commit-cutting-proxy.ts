import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * A connection to a PostgreSQL server that breaks once, on request: as soon as the next COMMIT has reached the server,
 * so that it is carried out but its answer is lost. With `cutsAfter` it is the COMMIT of a transaction with these words.
 */
export async function commitCuttingProxy(serverPort: number, port = 0) {
  const proxy = { port: 0, cutsNextCommit: false, cutsAfter: null as string | null, cuts: 0, close: async () => {} };
  const open = new Set<Socket>();
  const listener = createServer((client) => {
    const server = connect(serverPort, "127.0.0.1");
    let isCut = false;
    let isNext = false;
    for (const side of [client, server]) {
      open.add(side);
      side.on("error", () => undefined);
      side.once("close", () => {
        open.delete(side);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (piece) => {
      if (proxy.cutsAfter && piece.includes(proxy.cutsAfter)) {
        proxy.cutsAfter = null;
        isNext = true;
      }
      if ((proxy.cutsNextCommit || isNext) && piece.includes("COMMIT")) {
        proxy.cutsNextCommit = false;
        isNext = false;
        proxy.cuts += 1;
        isCut = true;
      }
      server.write(piece);
    });
    server.on("data", (piece) => {
      if (isCut) client.resetAndDestroy();
      else client.write(piece);
    });
  });
  await new Promise<void>((ready) => listener.listen(port, "127.0.0.1", ready));
  proxy.port = (listener.address() as AddressInfo).port;
  proxy.close = () =>
    new Promise((closed) => {
      listener.close(() => closed());
      for (const side of open) side.destroy();
    });
  return proxy;
}
