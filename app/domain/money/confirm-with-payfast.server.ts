import { postForm } from "./post-form.server";

/** PayFast's answer about a notice. `unanswered` is not a refusal: PayFast must send the notice again. */
export type Confirmation = "valid" | "invalid" | "unanswered";

/**
 * Asks PayFast whether it sent a notice: posts the signed part back, unchanged, and reads the first line. A time-out, a
 * reset connection, an error page or a redirect counts as `unanswered`. The caller then answers 503 and PayFast sends
 * the notice again, so that a network failure never loses a payment. `timeoutMs` covers the whole exchange.
 */
export async function confirmWithPayfast(
  paramString: string,
  validateUrl: string,
  { timeoutMs }: { timeoutMs: number },
): Promise<Confirmation> {
  const response = await postForm(validateUrl, paramString, timeoutMs);
  if (response?.status !== 200) return "unanswered";
  if (response.firstLine === "VALID") return "valid";
  return response.firstLine === "INVALID" ? "invalid" : "unanswered";
}
