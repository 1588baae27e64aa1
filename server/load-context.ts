declare module "@remix-run/server-runtime" {
  /** What our server tells loaders and actions about a request. */
  interface AppLoadContext {
    /** Where the request comes from, past the trusted proxies. */
    clientAddress?: string;
    /** Where this request found the site: at one of its own addresses, behind whatever proxy. */
    listensAt?: { host: string; port: number };
    /** Whether the client has hung up meanwhile, so that long work may be skipped. */
    isGone?: () => boolean;
    /** Names this request in the log, and to a person who meets an error. */
    reference?: string;
    /** Says that the page shows less than it should because something is down: it is then kept for nobody. */
    forNow?: () => void;
    /** Set when the request failed because nothing can be written just now. */
    isUnwritable?: boolean;
  }
}

export {};
