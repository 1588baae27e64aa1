import type { Config } from "#app/config.server";

/**
 * A cookie's name in the browser. On https a prefix makes the browser accept it over https only, and with `__Host-`
 * only from this host, so that no other host of the domain and nobody on the network can set one (RFC 6265bis, section
 * 4.1.3). Over plain http browsers refuse both prefixes.
 * @param path the part of the site that receives it; `__Host-` requires the whole site
 */
export function cookieName({ isHttps }: Config, name: string, path: string): string {
  if (!isHttps) return name;
  return `${path === "/" ? "__Host-" : "__Secure-"}${name}`;
}
