import type { Config } from "../app/config.server";
import type { Services } from "../app/services.server";

/** What our server knows of a request. */
export type AboutRequest = {
  /** The client's address, as the trusted proxies report it. */
  clientAddress?: string;
  /** Whether a proxy or a tunnel has passed the request on, even one that isn't trusted. */
  isPassedOn?: boolean;
  /** The local address and port that received this request, behind any proxy. */
  listensAt?: { host: string; port: number };
  /** Whether the client has disconnected, so that long work may be skipped. */
  hasDisconnected?: () => boolean;
  /** Names this request in the log and on error pages. */
  reference?: string;
  /** Called when the page shows less than it should because something is down, so that it isn't cached. */
  forNow?: () => void;
  /** Set when the request failed because nothing can be written now. */
  isUnwritable?: boolean;
  /** Set with it when the answer to a COMMIT was lost, so that nobody knows whether it was saved. */
  mayBeSaved?: boolean;
};

declare module "@remix-run/server-runtime" {
  /** What loaders and actions get with a request, and hand on to what needs it. */
  interface AppLoadContext extends AboutRequest {
    services: Services;
    settings: Config;
  }
}
