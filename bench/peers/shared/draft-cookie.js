import { createHmac, timingSafeEqual } from "node:crypto";

const secret = process.env.SESSION_SECRET ?? "a secret for the bench alone";

/** What a peer keeps its draft under, and for how long. Seconds. */
export const draftCookie = {
  name: "draft_addresses",
  options: { path: "/ship", httpOnly: true, sameSite: "lax", secure: false, maxAge: 30 * 24 * 60 * 60 },
};

/** The answers as a cookie's value: JSON, readable in base64, signed. */
export function seal(answers) {
  const packed = Buffer.from(JSON.stringify(answers)).toString("base64url");
  return `${packed}.${signatureOf(packed)}`;
}

/** The answers that `seal` wrote; null for anything else. */
export function unseal(value = "") {
  const [packed = "", signed = ""] = value.split(".");
  const wanted = Buffer.from(signatureOf(packed));
  const given = Buffer.from(signed);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return JSON.parse(Buffer.from(packed, "base64url").toString());
}

function signatureOf(packed) {
  return createHmac("sha256", secret).update(packed).digest("base64url");
}
