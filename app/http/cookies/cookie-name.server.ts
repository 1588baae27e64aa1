import { settings } from "#app/config.server";

/**
 * What a cookie is called in the browser. On https its prefix makes the browser itself take it over https alone, and with
 * `__Host-` from this host alone: no neighbour under the same domain and nobody on the line can plant one (RFC 6265bis,
 * section 4.1.3). Over plain http browsers refuse both prefixes.
 * @param path the part of the site that gets it sent; `__Host-` is for cookies of the whole site only
 */
export function cookieName(name: string, path: string): string {
  if (!settings().isHttps) return name;
  return `${path === "/" ? "__Host-" : "__Secure-"}${name}`;
}
