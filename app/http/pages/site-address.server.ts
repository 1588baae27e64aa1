import { isIP } from "node:net";
import type { Config } from "#app/config.server";

/**
 * The site's address (an origin) in links and forms: `APP_URL` if it is set. Otherwise, while payments are simulated,
 * the address that the visitor typed, so that the site works at any address of the machine. Only an IP address or a
 * local name is accepted, because with any other name an attacker could make our links lead to their site.
 */
export function siteAddress(request: Request, { appUrl, takesAnyAddress }: Config): string {
  const url = new URL(request.url);
  return takesAnyAddress && isIpOrLocalName(url.hostname) ? url.origin : appUrl;
}

/**
 * The site's address in emails. The request's own address is used only while emails are written to files: in an email
 * that is sent, a forged host would lead its reader, with a password reset link, to an attacker's machine.
 */
export function addressInEmails(request: Request, settings: Config): string {
  const { appUrl, smtpUrl } = settings;
  return smtpUrl ? appUrl : siteAddress(request, settings);
}

/** An IP address, or a name that exists only on a local network. */
export function isIpOrLocalName(hostname: string): boolean {
  return !hostname.includes(".") || isIP(hostname) !== 0 || /\.(?:localhost|local|internal)$/.test(hostname);
}
