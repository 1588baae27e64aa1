import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import { joined, number, type Sentence, say } from "#app/language/say";
import type { DigestRow } from "#db/schema/mail";
import { compose, type ParcelRow, type ParcelRows } from "./compose";
import { salutation, signatureWithPhone } from "./customer-words";
import { type TogetherKind, togetherKindOf } from "./message-kinds";
import { wordingThatFits } from "./one-part";
import type { StoredEmail } from "./resend-email.server";
import type { Envelope } from "./transport.server";

type Words = Pick<Envelope, "subject" | "text" | "html">;
type Said = Pick<StoredEmail, "emailKey" | "channel" | "subject" | "textBody" | "htmlBody" | "digestRow">;
type InEmail = NonNullable<DigestRow["inEmail"]>;

/**
 * What leaves of messages to one address that leave in one: each by itself reads as it was written; several are a list
 * with a row for each. Those to which the same has happened stand together.
 */
export function inOneMessage(messages: readonly [Said, ...Said[]]): Words {
  const [{ channel, subject, textBody, htmlBody }] = messages;
  if (messages.length === 1) return { subject, text: textBody, html: htmlBody };
  const groups = new Map<TogetherKind, DigestRow[]>();
  for (const { emailKey, digestRow } of messages) {
    const kind = togetherKindOf(emailKey);
    if (kind && digestRow) groups.set(kind, [...(groups.get(kind) ?? []), digestRow]);
  }
  return channel === "sms" ? asText([...groups]) : asEmail([...groups]);
}

type Group = readonly [kind: TogetherKind, rows: readonly DigestRow[]];
const said = () => messagesCatalogue().several;
const headlineOf = ([kind, rows]: Group) => said().kinds[kind].headline(rows.length);

function asText(groups: readonly Group[]): Words {
  const happened = groups.map((group) => [headlineOf(group), group[1].map((row) => row.number)] as const);
  const words = said().text(happened, groups.flatMap(([, rows]) => rows).length);
  return { subject: plainText(joined(groups.map(headlineOf), ". ")), text: wordingThatFits(words), html: "" };
}

function asEmail(groups: readonly Group[]): Words {
  const inEmail = groups.flatMap(([, rows]) => rows.flatMap((row) => row.inEmail ?? []));
  const greets = new Set(inEmail.map((row) => row.greets));
  const [only] = groups.length === 1 ? groups : [];
  const stopUrl = inEmail.find((row) => row.stopUrl)?.stopUrl;
  return compose({
    headline: only ? headlineOf(only) : said().news(inEmail.length),
    greeting: salutation(greets.size === 1 ? ([...greets][0] ?? "") : ""),
    opening: [only ? say`${headlineOf(only)}.` : said().opening],
    facts: [],
    lists: groups.map(
      (group): ParcelRows => ({
        heading: only ? null : headlineOf(group),
        rows: group[1].flatMap((row) => (row.inEmail ? rowOf(row.number, row.inEmail) : [])),
        next: said().kinds[group[0]].next(),
      }),
    ),
    closing: [],
    footer: stopUrl ? { label: messagesCatalogue().emails.links.stop, url: stopUrl } : undefined,
    signature: signatureWithPhone(),
  });
}

function rowOf(waybill: string, { to, reference, says, trackingUrl }: InEmail): ParcelRow {
  return {
    about: say`${to}`,
    link: { label: say`${number(waybill)}`, url: trackingUrl },
    beside: reference === null ? null : said().reference(reference),
    says: says.map((words): Sentence => say`${words}`),
  };
}
