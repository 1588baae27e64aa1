import { parse } from "node-html-parser";
import { ask, browserHeaders, compressed } from "./ask.mjs";

/**
 * What a page costs on a first visit, headers included, as the server counts it out on the wire.
 * @returns { page, style, script } in bytes; script is what the page asks for as it loads, not what it may fetch later
 */
export async function pageBytes(url, headers = {}) {
  const page = await fetched(url, headers);
  const document = parse(await page.text());
  const hrefs = (selector) => document.querySelectorAll(selector).map((link) => link.getAttribute("href"));
  const preloaded = [...String(page.headers.link ?? "").matchAll(/<([^>]+)>; rel="modulepreload"/g)].map(
    ([, at]) => at,
  );
  const imported = [...document.querySelectorAll("script:not([src])")].flatMap((script) =>
    [...script.rawText.matchAll(/import\("([^"]+)"\)/g)].map(([, at]) => at),
  );
  const scripts = document
    .querySelectorAll("script[src]:not([nomodule])")
    .filter((script) => !script.hasAttribute("noModule"))
    .map((script) => script.getAttribute("src"));
  return {
    page: page.received,
    style: await sumOf(url, hrefs("link[rel=stylesheet]")),
    script: await sumOf(url, [...scripts, ...hrefs("link[rel=modulepreload]"), ...preloaded, ...imported]),
  };
}

async function sumOf(pageUrl, addresses) {
  const files = new Set(addresses.map((address) => new URL(address, pageUrl).href));
  const answers = await Promise.all([...files].map((file) => fetched(file)));
  return answers.reduce((sum, { received }) => sum + received, 0);
}

async function fetched(url, headers = {}) {
  const answer = await ask(url, { headers: { ...browserHeaders, ...compressed, ...headers } });
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return answer;
}
