import { cookies, headers } from "next/headers";

const url = new URL("/ship/addresses", process.env.APP_URL ?? "http://localhost:3000").href;

/**
 * What a step reads of its request, which Next.js doesn't hand out: cookies as it has decoded them.
 * @param form what was posted, if anything was
 */
export async function stepRequest(form) {
  const [all, kept] = [await headers(), await cookies()];
  const cookie = (name) => kept.get(name)?.value;
  const lines = () =>
    kept
      .getAll()
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  const request = {
    method: form ? "POST" : "GET",
    url,
    headers: { get: (name) => (name.toLowerCase() === "cookie" ? lines() : all.get(name)) },
    formData: async () => form,
  };
  return { request, cookie };
}
