import { createContext } from "react";

/** The number that the log and the error page share; set by the server that renders the page. */
export const ErrorReference = createContext<string | undefined>(undefined);
