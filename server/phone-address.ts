import type { NetworkInterfaceInfo } from "node:os";
import type { Config } from "../app/config.server";

/** Interfaces inside this machine or of a tunnel, which no phone can reach. */
const WITHIN = /^(?:lo|docker|br-|veth|virbr|vmnet|vboxnet|utun|tun|tap|wg|tailscale|zt)/;
const LINK_LOCAL = /^169\.254\./;

type Interfaces = { [name: string]: NetworkInterfaceInfo[] | undefined };

/** The addresses at which a phone on the same network can open the site. None if `APP_URL` is set. */
export function phoneAddresses(
  config: Pick<Config, "host" | "takesAnyAddress">,
  port: number,
  found: Interfaces,
): string[] {
  const { host, takesAnyAddress } = config;
  if (!takesAnyAddress) return [];
  const addresses = Object.entries(found)
    .filter(([name]) => !WITHIN.test(name))
    .flatMap(([, each]) => each ?? [])
    .filter(({ family, internal, address }) => family === "IPv4" && !internal && !LINK_LOCAL.test(address))
    .map(({ address }) => address)
    .filter((address) => host === "0.0.0.0" || host === "::" || host === address);
  return addresses.map((address) => `http://${address}:${port}`);
}
