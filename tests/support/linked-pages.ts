import type { Page, Visitor } from "./visitor";

/** Leads away from what somebody reads: files, payments, and the end of a visit. */
const NO_PAGE = /^(?:mailto|tel|geo|sms):|\/(?:csv|json)\b|\.\w{3,4}(?:\?|$)|payfast\/start|log-?out|sign-out|\/as\//;

/**
 * The pages that a visitor reaches by links from where they are: of each kind, by its path and its query's names, `most`.
 */
export async function linkedPages(visitor: Visitor, most = 1): Promise<Page[]> {
  const pages: Page[] = visitor.page ? [visitor.page] : [];
  const seen = new Set<string>();
  const kinds = new Map<string, number>();
  for (const page of pages) {
    for (const link of page.document.querySelectorAll("a[href]")) {
      const href = (link.getAttribute("href") ?? "").replaceAll("&amp;", "&");
      const { origin, pathname, search, searchParams } = new URL(href, page.url);
      const address = pathname + search;
      const kind = pathname.replace(/[\w-]*\d[\w-]*|[\w-]{20,}/g, "*") + [...searchParams.keys()].sort();
      const isNew = origin === new URL(page.url).origin && !NO_PAGE.test(href) && !seen.has(address);
      if (!isNew || (kinds.get(kind) ?? 0) >= most) continue;
      seen.add(address);
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      const linked = await visitor.open(address);
      if (linked.headers.get("Content-Type")?.startsWith("text/html")) pages.push(linked);
    }
  }
  return pages;
}
