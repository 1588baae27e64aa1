/** A request with these cookies, each given as its `Set-Cookie` line. */
export function aRequest(...setCookieLines: string[]): Request {
  const cookies = setCookieLines.map((line) => line.split(";")[0]);
  return new Request("http://localhost/ship", { headers: { Cookie: cookies.join("; ") } });
}
