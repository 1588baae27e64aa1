import { isIP } from "node:net";
import { settings } from "#app/config.server";

/**
 * The site's address (an origin) in links and forms. `APP_URL` where it is set. Without it, while payments are simulated,
 * the address that the visitor typed, so that the site works on whatever address a machine has: only an IP address or a
 * name of the local network, because for any other name a stranger could make our links lead to their site.
 */
export function siteAddress(request: Request): string {
  const { appUrl, takesAnyAddress } = settings();
  const asked = new URL(request.url);
  return takesAnyAddress && isIpOrLocalName(asked.hostname) ? asked.origin : appUrl;
}

/**
 * The site's address in an email. What a request says of it counts only as long as emails are files on this machine: in a
 * email that is sent, a made-up host would lead its reader, with the code for a new password, to a stranger's machine.
 */
export function addressInEmails(request: Request): string {
  const { appUrl, smtpUrl } = settings();
  return smtpUrl ? appUrl : siteAddress(request);
}

/** An IP address, or a name that only a local network knows. */
export function isIpOrLocalName(hostname: string): boolean {
  return !hostname.includes(".") || isIP(hostname) !== 0 || /\.(?:localhost|local|internal)$/.test(hostname);
}
