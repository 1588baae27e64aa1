import { createContext } from "react";

/** What an error page tells of a request that failed; set by the server that renders the page. */
export const Fault = createContext<{
  /** The number that the log and the error page share. */
  reference?: string;
  /** Nothing can be written just now: trying again later helps. */
  isUnwritable?: boolean;
}>({});
