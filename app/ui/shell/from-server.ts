import { createContext } from "react";

/** What the server that renders a page tells it, beside its routes' data. */
export const FromServer = createContext<{
  /** The reference in the log and on the error page. */
  reference?: string;
  /** Nothing can be written now: trying again later helps. */
  isUnwritable?: boolean;
  /** The address of the script that `handle.enhance` asks for. */
  entryScript?: string;
}>({});
