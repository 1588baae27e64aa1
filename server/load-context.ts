import type { AppLoadContext } from "@remix-run/server-runtime";
import type { Config } from "../app/config.server";
import type { Services } from "../app/services.server";

declare module "@remix-run/server-runtime" {
  /** What our server passes to loaders and actions about a request. */
  interface AppLoadContext {
    services: Services;
    settings: Config;
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
  }
}

/** What is known of a request before it reaches the app. */
export type AboutRequest = Omit<AppLoadContext, "services" | "settings">;
