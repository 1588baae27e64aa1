import { callServer, type ServerAnswer, type ServerPlace } from "../values/http-client.server";

/** PayFast's answer about a notice. `unanswered` is not a refusal: PayFast must send the notice again. */
export type PayfastsWord = "valid" | "invalid" | "unanswered";

/**
 * Asks PayFast whether it sent a notice: posts the signed part back, unchanged, and reads the first line. A time-out, a
 * reset connection, an error page or a redirect counts as `unanswered`. The caller then answers 503 and PayFast sends
 * the notice again, so that a network failure never loses a payment. `timeoutMs` covers the whole exchange.
 */
export async function confirmWithPayfast(
  paramString: string,
  validateUrl: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<PayfastsWord> {
  const response = await postNotice(validateUrl, paramString, timeoutMs);
  if (response?.status !== 200) return "unanswered";
  if (response.text === "VALID") return "valid";
  return response.text === "INVALID" ? "invalid" : "unanswered";
}

/** The answers to notices are one word long; a longer one is not for us. */
const LONGEST_ANSWER_BYTES = 1024;

/**
 * Posts a notice as it is. Its answer's text is the first line; null when no complete one came in time.
 * @param at where to connect, if not to the host in the address
 */
export async function postNotice(
  address: string,
  body: string,
  inAllMs: number,
  at?: ServerPlace,
): Promise<ServerAnswer | null> {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/plain" };
  const call = { headers, body, inAllMs, reads: "line", mostBytes: LONGEST_ANSWER_BYTES, at } as const;
  return URL.canParse(address) ? callServer(new URL(address), call).catch(() => null) : null;
}
