import { privately } from "./private-page.server";

/** Tells our server not to wait for the whole of an answer. Browsers don't get it. */
export const SENT_AS_IT_COMES = "X-Sent-As-It-Comes";

/** A file that the browser opens, or saves. */
export function asFile(file: {
  bytes: Uint8Array | ReadableStream<Uint8Array>;
  type: string;
  name: string;
  isSaved: boolean;
}): Response {
  const { bytes, type, name, isSaved } = file;
  const disposition = `${isSaved ? "attachment" : "inline"}; filename="${name}"`;
  const headers = { ...privately().headers, "Content-Type": type, "Content-Disposition": disposition };
  if (bytes instanceof ReadableStream)
    return new Response(bytes, { headers: { ...headers, [SENT_AS_IT_COMES]: "yes" } });
  return new Response(new Uint8Array(bytes), { headers });
}

/** Says in words why a file can't be had now. */
export function notAnotherFile(words: string, status: 429 | 503 = 429): Response {
  return new Response(`${words}\n`, privately(status));
}
