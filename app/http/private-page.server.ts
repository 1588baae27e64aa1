/** For pages that show what somebody typed or bought: kept by no cache, so that Back on a shared phone asks again. */
export function privately(status = 200): { status: number; headers: Record<string, string> } {
  return { status, headers: { "Cache-Control": "no-store" } };
}
