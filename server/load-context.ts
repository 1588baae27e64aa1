declare module "@remix-run/server-runtime" {
  /** What our server tells loaders and actions about a request. remix-serve (`npm run dev`) tells nothing. */
  interface AppLoadContext {
    /** Where the request comes from, past the trusted proxies. */
    clientAddress?: string;
  }
}

export {};
