import { privately } from "#app/http/pages/private-page.server";

/** A file that the browser opens, or saves. */
export function asFile(file: { bytes: Uint8Array; type: string; name: string; isSaved: boolean }): Response {
  const { bytes, type, name, isSaved } = file;
  const disposition = `${isSaved ? "attachment" : "inline"}; filename="${name}"`;
  return new Response(new Uint8Array(bytes), {
    headers: { ...privately().headers, "Content-Type": type, "Content-Disposition": disposition },
  });
}
