import { type AddressList, addressListOf, isListed } from "../values/address-list.server";

/** The addresses that PayFast sends notices from, by its documentation. The last row comes from third-party code. */
const payfastSenders = [
  "197.97.145.144/28",
  "41.74.179.192/27",
  "102.216.36.0/28",
  "102.216.36.128/28",
  "144.126.193.139",
  "13.245.74.88",
  ...Array.from({ length: 252 - 232 + 1 }, (_, step) => `3.163.${232 + step}.237`),
];

/**
 * Checks whether a notice's sender is PayFast. `ip` is the client's address as trusted proxies report it: anybody can
 * forge an X-Forwarded-For of their own.
 */
export function isPayfastAddress(ip: string, allowed: AddressList = payfastAddresses): boolean {
  return isListed(ip, allowed);
}

const payfastAddresses = addressListOf(payfastSenders);
