import { createServer, type Server } from "node:http";
import { Registry } from "prom-client";
import { ConfigError } from "../../app/config.server";
import { mayBeOurs } from "../gate";

const PATIENCE_MS = 10_000;

/**
 * Answers `GET /metrics` on a port of its own, for this machine or a private network only: asked for by an address, a name
 * of that network or `METRICS_HOST`. Any other name would be a stranger's site that makes a browser here read it.
 * @throws ConfigError when the port is taken or the address isn't this machine's
 */
export async function openMetricsPort(
  { port, host }: { port?: number; host: string },
  text: () => Promise<string>,
  onError: (error: unknown) => void,
): Promise<Server> {
  const server = createServer(
    { headersTimeout: PATIENCE_MS, requestTimeout: PATIENCE_MS },
    async (request, response) => {
      if (request.method !== "GET" || request.url !== "/metrics") {
        response.writeHead(404, { "content-type": "text/plain" }).end("GET /metrics\n");
        return;
      }
      if (!isAskedByOurName(request.headers.host, host)) {
        response.writeHead(421, { "content-type": "text/plain" }).end("Ask by METRICS_HOST, or by an address.\n");
        return;
      }
      try {
        const body = await text();
        response
          .writeHead(200, { "content-type": Registry.PROMETHEUS_CONTENT_TYPE, "cache-control": "no-store" })
          .end(body);
      } catch (error) {
        onError(error);
        response.writeHead(500).end();
      }
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new ConfigError(inWords(error, port, host))));
    server.listen(port, host, resolve);
  });
  // A client that is still reading doesn't delay a stop.
  server.unref();
  return server;
}

function isAskedByOurName(asked = "", own: string): boolean {
  const address = `http://${asked}`;
  return URL.canParse(address) && mayBeOurs(new URL(address).hostname, own);
}

function inWords({ code, syscall, message }: NodeJS.ErrnoException, port: number | undefined, host: string): string {
  if (code === "EADDRINUSE") return `METRICS_PORT: port ${port} is taken`;
  if (code === "EADDRNOTAVAIL") return `METRICS_HOST: this machine has no address ${host}`;
  if (syscall === "getaddrinfo") return `METRICS_HOST: the name ${host} has no address (${code})`;
  return `METRICS_PORT: ${message}`;
}
