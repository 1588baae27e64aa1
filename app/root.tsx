import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  LiveReload,
  Meta,
  Outlet,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { type ReactNode, useContext } from "react";
import { catalogue, languageTag } from "#app/language/language";
import { plainText } from "#app/language/plain-text";
import { brand } from "./brand";
import { type PageWeight, pageWeight } from "./http/pages/page-weight.server";
import { siteAddress } from "./http/pages/site-address.server";
import { paths } from "./paths";
import { FaultPage, NotFoundPage, RefusalPage, UnwritablePage } from "./ui/shell/error-page";
import { FromServer } from "./ui/shell/from-server";
import { LoadingScreen } from "./ui/shell/loading-screen";
import type { SiteShown } from "./ui/shell/page-meta";
import { SiteShell } from "./ui/shell/site-shell";
import { ThisPage } from "./ui/shell/this-page";
import styles from "./ui/styles/index.css";

/** Pages have metadata of their own; this is for those that could not be shown. */
export const meta: MetaFunction = ({ error }) => [
  { title: `${error ? titleOf(error) : brand.tagline} · ${brand.name}` },
  {
    name: "description",
    content: isNotFound(error) ? plainText(catalogue().shell.errors.notFound.description) : brand.tagline,
  },
  { name: "robots", content: "noindex" },
];

/** `origin` is for canonical addresses; the rest is what this browser gets besides the page's content. */
export function loader({ request, context }: LoaderFunctionArgs): SiteShown & PageWeight {
  return { origin: siteAddress(request, context.settings), ...pageWeight((name) => request.headers.get(name)) };
}

export const headers: HeadersFunction = ({ errorHeaders }) => errorHeaders ?? new Headers();

/** Longer than that of any link or form of ours. */
const LONGEST_QUERY = 1_000;

/** A page contains its own address: with 8 KB of somebody's query it would take long to compress. */
function ownQuery(search: string): string {
  return search.length > LONGEST_QUERY ? "" : search;
}

export default function App() {
  return <Outlet />;
}

/**
 * The document around every page. No page hydrates; the few that gain from it get a small script (`handle.enhance`).
 */
export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>("root");
  const isLight = root?.isLight ?? false;
  const { pathname, search } = useLocation();
  return (
    <html lang={languageTag()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={brand.colours.light.board} />
        <Meta />
        {/* Written out, because <Links> would collect the same four for each page. */}
        <link rel="stylesheet" href={styles} />
        {/* A browser that can't show it asks for /favicon.ico by itself. */}
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <ScriptlessRefresh />
      </head>
      {/* Not the header: it is always in sight, so that a link to it wouldn't scroll. */}
      <body id="top">
        {/* Chromium waits for the style sheet here; otherwise autofill makes it lay the page out twice, first without style. */}
        <link rel="stylesheet" href={styles} />
        <ThisPage.Provider value={{ address: pathname + ownQuery(search), isLight }}>{children}</ThisPage.Provider>
        {root?.opensVisit ? <LoadingScreen /> : null}
        <Enhancement isLight={isLight} />
        <LiveReload />
      </body>
    </html>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const { reference, isUnwritable } = useContext(FromServer);
  return (
    <SiteShell shortFooter>
      {isNotFound(error) ? (
        <NotFoundPage />
      ) : isRouteErrorResponse(error) && error.status < 500 ? (
        <RefusalPage words={titleOf(error)} />
      ) : isUnwritable ? (
        <UnwritablePage />
      ) : (
        <FaultPage reference={reference} />
      )}
    </SiteShell>
  );
}

/** Reloads a page that waits for something, also without scripts, if its loader returns `refresh`. */
function ScriptlessRefresh() {
  const waiting = useMatches().flatMap(({ data }) => (isWaiting(data) ? [data.refresh] : []))[0];
  return waiting ? (
    <noscript>
      <meta httpEquiv="refresh" content={`${waiting.seconds}; url=${waiting.href}`} />
    </noscript>
  ) : null;
}

function isWaiting(data: unknown): data is { refresh: { seconds: number; href: string } } {
  return typeof data === "object" && data !== null && "refresh" in data && Boolean(data.refresh);
}

/**
 * Last on the page and asynchronous: browsers fetch it after everything else, and nothing waits for it. In development
 * Remix builds a module; for production `server/browser-scripts.mjs` builds one plain file.
 */
function Enhancement({ isLight }: { isLight: boolean }) {
  const wanted = useMatches().map(({ handle }) => enhancementOf(handle));
  const { entryScript } = useContext(FromServer);
  // Drivers need their script most on slow connections, so they get it there too.
  if (wanted.includes("drive")) return <script async src={paths.driveScript} />;
  if (isLight || !wanted.includes(true)) return null;
  const type = process.env.NODE_ENV === "development" ? "module" : undefined;
  return <script type={type} async src={entryScript} />;
}

function enhancementOf(handle: unknown): unknown {
  return typeof handle === "object" && handle !== null && "enhance" in handle ? handle.enhance : false;
}

const isNotFound = (error: unknown) => isRouteErrorResponse(error) && error.status === 404;

function titleOf(error: unknown): string {
  const { notFound, fault, refused, takesNoForm } = catalogue().shell.errors;
  if (isNotFound(error)) return plainText(notFound.title);
  if (!isRouteErrorResponse(error) || error.status >= 500) return plainText(fault.title);
  // Remix names its own functions there.
  if (error.status === 405) return plainText(takesNoForm);
  return typeof error.data === "string" && error.data ? error.data : error.statusText || plainText(refused);
}
