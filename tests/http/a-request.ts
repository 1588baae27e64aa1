/** A request that brings these cookies, each given as the `Set-Cookie` line that made it. */
export function aRequest(...setCookieLines: string[]): Request {
  const cookies = setCookieLines.map((line) => line.split(";")[0]);
  return new Request("http://localhost/ship", { headers: { Cookie: cookies.join("; ") } });
}
