import { redirect } from "@remix-run/node";

/** For pages that show what somebody typed or bought: kept by no cache, so that Back on a shared phone asks again. */
export function privately(status = 200): { status: number; headers: Record<string, string> } {
  return { status, headers: { "Cache-Control": "no-store" } };
}

/** A redirect after a form, with its cookies. 303, so that a reload never posts again. */
export function onward(path: string, cookies: string[] = []): Response {
  const headers = new Headers(privately().headers);
  for (const cookie of cookies) headers.append("Set-Cookie", cookie);
  return redirect(path, { status: 303, headers });
}
