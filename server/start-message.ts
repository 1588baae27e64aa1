import { statSync } from "node:fs";
import { type NetworkInterfaceInfo, networkInterfaces } from "node:os";
import path from "node:path";
import { type Config, settingsAsGiven } from "../app/config.server";
import { staffLine } from "../app/domain/office/staff-line.server";
import { goesThroughEmailjs } from "../app/domain/post/emailjs.server";
import { firstManagerLine } from "../app/http/office/first-manager.server";
import { accountPaths, officePaths } from "../app/paths";
import { fromHere, sizeInWords } from "./in-words";

/**
 * For whoever started the site: where it listens, how to open it on a phone, and for each service whether it is
 * embedded or real. While payments are simulated, also how to come in to the office, as a driver and as a shop. It
 * contains no secrets: of an address that may contain a password only the host is shown.
 */
export function startMessage(config: Config, port: number, isOfficeEmpty: boolean): string {
  return [
    `listening on http://localhost:${port}${elsewhere(config, port)}`,
    ...phoneInWords(config, port),
    `  database  ${databaseInWords(config)}`,
    `  prices    ${config.pricingApiUrl ? `from the service at ${hostOf(config.pricingApiUrl)}` : "built in: our own rate card"}`,
    `  payments  ${paymentsInWords(config.payfast)}`,
    `  mail      ${mailInWords(config)}`,
    ...(config.payfast.mode === "simulator" ? waysIn(config, port, isOfficeEmpty) : []),
    "",
  ].join("\n");
}

function elsewhere({ appUrl, takesAnyAddress }: Config, port: number): string {
  return takesAnyAddress || appUrl === `http://localhost:${port}` ? "" : `, for people at ${appUrl}`;
}

function phoneInWords(config: Config, port: number): string[] {
  const addresses = phoneAddresses(config, port, networkInterfaces());
  return addresses.length > 0 ? [`  phone     ${addresses.join(" or ")}, on the same network`] : [];
}

function databaseInWords({ databaseFile, postgresUrl, replica }: Config): string {
  if (postgresUrl) return `PostgreSQL at ${hostOf(postgresUrl)}; staff's copy in ${fromHere(databaseFile)}`;
  // Just after a start most of the data may still be in the write-ahead log.
  const bytes = statSync(databaseFile).size + (statSync(`${databaseFile}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  const secondCopy = replica ? `replica at ${placeOf(replica.url)}` : "no replica";
  return `${fromHere(databaseFile)}, ${sizeInWords(bytes)}, ${secondCopy}`;
}

function waysIn(config: Config, port: number, isOfficeEmpty: boolean): string[] {
  const here = config.takesAnyAddress ? `http://localhost:${port}` : config.appUrl;
  const driver = ["add", "driver", "Sipho Nkosi", "--phone", "0831234567"];
  return [
    `  office    ${isOfficeEmpty ? `make its first manager: ${firstManagerLine(config)}` : here + officePaths.signIn()}`,
    `  driver    add one: ${staffLine(driver, { environment: settingsAsGiven(), dataDir: config.dataDir })}`,
    `  shop      sign up, then make a key: ${here}${accountPaths.shop()}`,
  ];
}

function placeOf(address: string): string {
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname}`;
}

function paymentsInWords({ mode, merchantId }: Config["payfast"]): string {
  if (mode === "simulator") return "SIMULATED: no money moves";
  if (mode === "sandbox") return `PayFast's sandbox, merchant ${merchantId}: no money moves`;
  return `LIVE: PayFast, merchant ${merchantId}, real money`;
}

function mailInWords(config: Config): string {
  const emails = config.smtpUrl
    ? `emails through ${hostOf(config.smtpUrl)}`
    : `emails become files in ${fromHere(path.join(config.dataDir, "outbox"))}`;
  return `${emails}; applications ${goesThroughEmailjs(config.emailjs) ? "through EmailJS" : "go out like other emails"}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "an address that can't be read";
}

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
