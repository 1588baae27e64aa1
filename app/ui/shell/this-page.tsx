import { createContext, type ReactNode, useContext } from "react";

/** What the shell knows of the page that it stands around. */
export const ThisPage = createContext({
  /** Its path and query. */
  address: "/",
  /** Goes out without scripts, and without pictures that are only for show. */
  isLight: false,
});

/** A picture that tells nothing that the words don't: left out of light pages. */
export function ForShow({ children }: { children: ReactNode }) {
  return useContext(ThisPage).isLight ? null : children;
}

/** Where a form posts that is meant for its own page. Left unsaid, w3m would leave the query out. */
export function useThisAddress(action?: string): string | undefined {
  const { address } = useContext(ThisPage);
  return action ?? (address.includes("?") ? address : undefined);
}
