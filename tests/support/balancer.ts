import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * One address in front of several processes. Each connection goes to any of them, or to another if that one is down.
 */
export async function balancer(ports: () => number[]) {
  const open = new Set<Socket>();
  const server = createServer((client) => {
    open.add(client);
    client.on("error", () => undefined);
    client.once("close", () => open.delete(client));
    lead(
      client,
      ports().toSorted(() => Math.random() - 0.5),
    );
  });

  function lead(client: Socket, [port, ...others]: number[]): void {
    if (port === undefined || client.destroyed) {
      client.destroy();
      return;
    }
    const site = connect(port, "127.0.0.1");
    open.add(site);
    const tryAnother = () => lead(client, others);
    site.once("error", tryAnother);
    site.once("connect", () => {
      site.off("error", tryAnother);
      site.on("error", () => client.destroy());
      client.once("close", () => site.destroy());
      site.once("close", () => client.destroy());
      client.pipe(site).pipe(client);
    });
    site.once("close", () => open.delete(site));
  }

  await new Promise<void>((ready) => server.listen(0, ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        for (const socket of open) socket.destroy();
      }),
  };
}
