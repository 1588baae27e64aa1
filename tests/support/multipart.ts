/** A file that is chosen on a page. `content`: its bytes, as Latin-1. */
type ChosenFile = { name: string; fileName: string; type: string; content: string };

const photo = { name: "photo", fileName: "gate.jpg", type: "image/jpeg" };

/** A form with a file, as its page sends it. A text is a photo. */
export function multipart(fields: URLSearchParams, chosen?: string | ChosenFile): RequestInit {
  const file = typeof chosen === "string" ? { ...photo, content: chosen } : chosen;
  const parts = [...fields].map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { "Content-Type": "multipart/form-data; boundary=edge" };
  if (file) {
    const about = `Content-Disposition: form-data; name="${file.name}"; filename="${file.fileName}"\r\nContent-Type: ${file.type}`;
    parts.push(`--edge\r\n${about}\r\n\r\n${file.content}\r\n`);
  }
  return { method: "POST", body: Buffer.from(`${parts.join("")}--edge--\r\n`, "latin1"), headers };
}
