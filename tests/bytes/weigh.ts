import type { Exchange, Phone } from "./phone";

/** What a page costs in bytes on the wire, headers included. */
export type Weight = {
  /** The redirects before it, with their cookies. */
  redirectBytes: number;
  /** Only the page, as for a browser that has cached the style sheet. */
  pageBytes: number;
  /** The page and the redirects before it. */
  requests: number;
  styleBytes: number;
  /** Everything that its scripts can load. */
  scriptBytes: number;
  /** Addresses on other sites, fonts and pictures that the page loads by itself. */
  strangers: string[];
};

/** Weighs the page that a phone has just opened. */
export async function weigh(phone: Phone): Promise<Weight> {
  const arrival = lastArrival(phone.exchanges);
  const styles = await fetchAll(phone, phone.linked('link[rel="stylesheet"]', "href"));
  const pictures = phone.linked("img, source, picture, iframe, object, embed, video, audio", "src");
  const links = phone.linked("link:not([rel=canonical]), script", "href").concat(phone.linked("script", "src"));
  const scripts = await fetchAll(phone, phone.linked("script[src]", "src"), importsIn);
  return {
    redirectBytes: received(arrival.slice(0, -1)),
    pageBytes: received(arrival.slice(-1)),
    requests: arrival.length,
    styleBytes: received(styles.exchanges),
    scriptBytes: received(scripts.exchanges),
    strangers: [
      ...[...pictures, ...links].filter((address) => !/^(?:\/(?!\/)|data:)/.test(address)),
      ...pictures.filter((address) => !address.startsWith("data:")),
      ...styles.texts.flatMap((css) => css.match(/@font-face|@import|url\((?!["']?data:)[^)]*\)/g) ?? []),
    ],
  };
}

export function received(exchanges: Exchange[]): number {
  return exchanges.reduce((sum, { receivedBytes }) => sum + receivedBytes, 0);
}

export function sent(exchanges: Exchange[]): number {
  return exchanges.reduce((sum, { sentBytes }) => sum + sentBytes, 0);
}

/** The redirects that led to the last page, and that page. */
function lastArrival(exchanges: Exchange[]): Exchange[] {
  let first = exchanges.length - 1;
  while (isRedirect(exchanges[first - 1])) first -= 1;
  return exchanges.slice(first);
}

function isRedirect(exchange: Exchange | undefined): boolean {
  return exchange !== undefined && exchange.status >= 300 && exchange.status < 400 && exchange.status !== 304;
}

/** Fetches files, and the files that they refer to, each once. */
async function fetchAll(
  phone: Phone,
  addresses: string[],
  namedIn: (text: string, address: string) => string[] = none,
) {
  const before = phone.exchanges.length;
  const texts = new Map<string, string>();
  for (const wanted = [...addresses]; ; ) {
    const address = wanted.shift();
    if (address === undefined) break;
    if (texts.has(address)) continue;
    const text = await phone.fetchFile(address);
    texts.set(address, text);
    wanted.push(...namedIn(text, address));
  }
  // Only weighed: these don't count towards the walk.
  return { texts: [...texts.values()], exchanges: phone.exchanges.splice(before) };
}

const none = () => [];

/** What a module imports, statically or dynamically, and the scripts that it loads. */
function importsIn(script: string, address: string): string[] {
  const named = script.match(/(?<=["'`])(?:\.{0,2}\/)[\w./-]+\.js(?=["'`])/g) ?? [];
  return named.map((name) => new URL(name, `http://site${address}`).pathname);
}
