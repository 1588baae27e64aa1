/** A stop's form as its page sends it. `photo`: its bytes, as Latin-1. */
export function multipart(fields: URLSearchParams, photo?: string): RequestInit {
  const parts = [...fields].map(
    ([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const headers = { "Content-Type": "multipart/form-data; boundary=edge" };
  const file = 'Content-Disposition: form-data; name="photo"; filename="gate.jpg"\r\nContent-Type: image/jpeg';
  if (photo !== undefined) parts.push(`--edge\r\n${file}\r\n\r\n${photo}\r\n`);
  return { method: "POST", body: Buffer.from(`${parts.join("")}--edge--\r\n`, "latin1"), headers };
}
