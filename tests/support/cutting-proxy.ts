import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** Where a connection breaks: after so many bytes of the request or of the answer. */
export type Cut = { in: "request" | "answer"; after: number };

/**
 * A connection between a phone and the site that breaks at a given point, for both sides at once and without a FIN. A
 * cut at or after the end breaks nothing.
 */
export async function cuttingProxy(sitePort: number) {
  const proxy = {
    port: 0,
    leadsTo: sitePort,
    cut: null as Cut | null,
    /** Where the next connection breaks; by default as in `cut`. */
    nextCut: (): Cut | null => proxy.cut,
    /** How many connections have been cut. */
    cuts: 0,
    hangUp: () => {},
    close: async () => {},
  };
  const open = new Set<Socket>();

  const server = createServer((phone) => {
    const site = connect(proxy.leadsTo, "127.0.0.1");
    const cut = proxy.nextCut();
    for (const side of [phone, site]) {
      open.add(side);
      side.on("error", () => undefined);
      side.once("close", () => {
        open.delete(side);
        phone.destroy();
        site.destroy();
      });
    }
    pass(phone, site, cut?.in === "request" ? cut.after : Number.POSITIVE_INFINITY);
    pass(site, phone, cut?.in === "answer" ? cut.after : Number.POSITIVE_INFINITY);
  });

  function pass(from: Socket, to: Socket, bytes: number): void {
    let left = bytes;
    const breaks = () => {
      proxy.cuts += 1;
      // What was let through arrives; then the connection is dead.
      to.end(() => {
        from.resetAndDestroy();
        to.destroy();
      });
    };
    if (left === 0) breaks();
    from.on("data", (piece) => {
      if (left <= 0) return;
      const through = piece.subarray(0, left);
      left -= through.length;
      to.write(through);
      if (left <= 0) breaks();
    });
    from.once("end", () => to.end());
  }

  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  proxy.port = (server.address() as AddressInfo).port;
  // Browsers keep connections open, to which a new cut wouldn't apply.
  proxy.hangUp = () => {
    for (const side of open) side.destroy();
  };
  proxy.close = () =>
    new Promise((closed) => {
      server.close(() => closed());
      proxy.hangUp();
    });
  return proxy;
}
