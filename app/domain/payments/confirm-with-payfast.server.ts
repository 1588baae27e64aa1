/** PayFast's word on a notice. `unanswered` is not a no: the notice must be sent again. */
export type Confirmation = "valid" | "invalid" | "unanswered";

/** The answer is one word; what is longer isn't PayFast's. Bytes. */
const LONGEST_ANSWER_BYTES = 1024;

/**
 * Asks PayFast whether it sent a notice: posts the signed part back, unchanged, and reads the first line.
 * A time-out, a reset, an error page or a redirect is `unanswered`: losing a payment to a bad line would be
 * our fault, so the caller answers 503 and PayFast sends the notice again. `timeoutMs` covers the whole exchange.
 */
export async function confirmWithPayfast(
  paramString: string,
  validateUrl: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<Confirmation> {
  try {
    const response = await fetch(validateUrl, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/plain" },
      body: paramString,
      // A redirect could lead to somebody who says VALID to everything.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return "unanswered";
    }
    const line = await firstLine(response);
    if (line === "VALID") return "valid";
    return line === "INVALID" ? "invalid" : "unanswered";
  } catch {
    return "unanswered";
  }
}

async function firstLine(response: Response): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let answer = "";
  let bytes = 0;
  while (bytes < LONGEST_ANSWER_BYTES && !answer.includes("\n")) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    answer += decoder.decode(value, { stream: true });
  }
  // Whatever still comes isn't read: an endless answer must not fill the memory. Cancelling may fail; we are done anyway.
  await reader.cancel().catch(() => undefined);
  const [line = ""] = answer.split("\n");
  return line.trim();
}
