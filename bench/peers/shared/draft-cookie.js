import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const secret = process.env.SESSION_SECRET ?? "a secret for the bench alone";

/** What a peer keeps its draft under, and for how long. Seconds. Its value needs no encoding. */
export const draftCookie = {
  name: "draft_addresses",
  options: {
    ...{ path: "/ship", httpOnly: true, sameSite: "lax", secure: false },
    ...{ maxAge: 30 * 24 * 60 * 60, encode: String },
  },
};

/** A new draft with these answers as a cookie's value: JSON, readable in base64, signed. */
export function seal(answers) {
  const packed = Buffer.from(JSON.stringify([randomBytes(15).toString("base64url"), answers])).toString("base64url");
  return `${packed}.${signatureOf(packed)}`;
}

/**
 * The draft that `seal` wrote; null for anything else.
 * @returns { answers, keys }; `keys` are hidden fields: which draft the form shows, and which answers
 */
export function unseal(value = "") {
  const [packed = "", signed = ""] = value.split(".");
  const wanted = Buffer.from(signatureOf(packed));
  const given = Buffer.from(signed);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  const [draft, answers] = JSON.parse(Buffer.from(packed, "base64url").toString());
  const seen = createHash("sha256").update(packed).digest("base64url").slice(0, 16);
  return { answers, keys: { draft, seen } };
}

function signatureOf(packed) {
  return createHmac("sha256", secret).update(packed).digest("base64url");
}
