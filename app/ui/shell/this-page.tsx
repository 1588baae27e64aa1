import { createContext, type ReactNode, useContext } from "react";

/** What the shell knows about the page in it. */
export const ThisPage = createContext({
  /** Its path and query. */
  address: "/",
  /** Sent without scripts, and without decorative pictures. */
  isLight: false,
});

/** The page's path, without its query. */
export function useThisPath(): string {
  return useContext(ThisPage).address.split("?")[0] ?? "";
}

/** A decorative picture, which light pages leave out. */
export function ForShow({ children }: { children: ReactNode }) {
  return useContext(ThisPage).isLight ? null : children;
}

/** The `action` of a form that posts to its own page. Without one, w3m would drop the query. */
export function useThisAddress(action?: string): string | undefined {
  const { address } = useContext(ThisPage);
  return action ?? (address.includes("?") ? address : undefined);
}
