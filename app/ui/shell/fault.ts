import { createContext } from "react";

/** What an error page shows about the failed request; set by the server that renders the page. */
export const Fault = createContext<{
  /** The reference in the log and on the error page. */
  reference?: string;
  /** Nothing can be written now: trying again later helps. */
  isUnwritable?: boolean;
}>({});
