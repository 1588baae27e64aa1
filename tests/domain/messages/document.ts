import { type NotifiedEvent, type ToldBy, whoIsNotified } from "#app/domain/messages/who-is-notified";
import { consequences, type Fewer, fewerPieces, type Report, reportChoices } from "#app/domain/parcels/reports";
import { visits } from "#app/domain/parcels/visits";
import { messagesCatalogue } from "#app/language/messages.server";
import { plainText } from "#app/language/plain-text";
import type { SentMessage } from "../../support/a-parcel-on-the-way";
import { type Event, personOf } from "./event-messages";
import type { Occasion } from "./other-messages";

const eventNames: Record<NotifiedEvent, string> = {
  price_asked: "A price was asked for",
  price_ready: "The price is ready",
  booked: "Booked and paid",
  failed_collection: "A failed collection",
  changed: "Details were changed",
  receiver_changed: "The receiver has another email or phone",
  visit_agreed: "A time was agreed on",
  wished: "The receiver asked for something",
  collected: "Collected",
  fewer_collected: "Fewer pieces were collected than booked",
  in_transit: "On its way",
  at_depot: "Ready at the depot",
  out_for_delivery: "Out for delivery",
  late: "A parcel is late",
  news: "The office tells them news",
  news_overdue: "They were told nothing by then",
  delayed: "Its place is delayed",
  delivered: "Delivered",
  failed_attempt: "A failed attempt",
  returning: "It is on its way back to the sender",
  return_missed: "Nobody was there when we brought it back",
  returned: "Returned",
  cancelled: "Cancelled",
  ended: "It will not arrive",
  refunded: "Refunded",
  amount_due: "More is to be paid than the price",
  amount_settled: "More is to be paid no longer",
  reported: "A driver's report to the office",
};

const reportButtons = { nobody_there: "Nobody there", something_wrong: "Something is wrong" };

/** All messages as Markdown, for a person to read: who gets which, and each as the site writes it. */
export function document(messages: Map<Event, SentMessage[]>, others: Occasion[]): string {
  const shown: Record<ToldBy, string> = { email: "email", sms: "text", "sms without an email": "or else text" };
  const cell = (ways: readonly ToldBy[]) => ways.map((way) => shown[way]).join(", ") || "—";
  const reportRows = (Object.keys(consequences) as Report[]).flatMap((report) =>
    visits.map((visit) => {
      const { history, told, office, waits } = consequences[report][visit];
      const { sender, receiver } = whoIsNotified[history];
      const said = `${reportChoices[report].words} (${reportButtons[reportChoices[report].button]})`;
      const cells = [
        said,
        visit,
        eventNames[history],
        told ? plainText(messagesCatalogue().parcel.missed[told]) : "—",
        cell(sender),
        cell(receiver),
        office,
        waits ? "waits" : "is sent",
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  );
  const rows = (Object.entries(whoIsNotified) as [NotifiedEvent, (typeof whoIsNotified)[NotifiedEvent]][]).map(
    ([event, { sender, receiver, account }]) =>
      `| ${eventNames[event]} | ${cell(sender)} | ${cell(receiver)} | ${cell(account)} |`,
  );
  const sections = (Object.keys(eventNames) as NotifiedEvent[])
    .map((event) => section(eventNames[event], messages.get(event) ?? []))
    .concat(section("A mark that was taken back", messages.get("correction") ?? []))
    .concat(others.map(otherSection));
  return [
    "# What people are told",
    "Made by `MESSAGES=write npm test -- tests/domain/messages/every-message.test.ts` from what the site sends. Why messages wait for a minute, and who is",
    "corrected: [decisions/0037-who-is-told.md](decisions/0037-who-is-told.md). The same words also go out as HTML.",
    "",
    "| what happened | sender | receiver | account, where its address isn't the sender's |",
    "|---|---|---|---|",
    ...rows,
    "",
    "## What a driver reports, and what follows",
    "",
    "What the office must do stands in `staff today` until it is done. Until then a driver is sent there again, or waits. A day is",
    "promised only after a failed attempt: that of the next stop, the agreed one, or the next working day.",
    "",
    "| the driver says | on the way to a | the parcel's history says | the email says why | sender | receiver | the office must | the next driver |",
    "|---|---|---|---|---|---|---|---|",
    ...reportRows,
    "",
    "Of fewer pieces than booked the sender is told, by email and text, and the office has this to do. The price is the office's",
    "matter: a note about it (`note booking`) or a refund ends that line.",
    "",
    "| the driver says | the sender reads | the office must | a driver for the rest | the parcel has |",
    "|---|---|---|---|---|",
    ...(Object.keys(fewerPieces) as Fewer[]).map((fewer) => {
      const { words, office, waits, isAll } = fewerPieces[fewer];
      const told = plainText(messagesCatalogue().parcel.fewer[fewer]);
      return `| ${[words, told, office, isAll ? "—" : waits ? "waits" : "is sent", isAll ? "the pieces collected" : "all pieces booked"].join(" | ")} |`;
    }),
    "",
    ...sections,
  ].join("\n");
}

function section(title: string, messages: SentMessage[]): string {
  const each = messages.map((message) => {
    const { way, subject, text } = message;
    const how = way === "sms" ? "Text message" : `Email: ${subject}`;
    return `To the ${personOf(message)}. ${how}\n\n\`\`\`text\n${text.trimEnd()}\n\`\`\`\n`;
  });
  return [`## ${title}\n`, ...(each.length > 0 ? each : ["Nobody is told.\n"])].join("\n");
}

function otherSection({ title, messages }: Occasion): string {
  const each = messages.map(({ channel, toAddress, subject, textBody }) => {
    const to = toAddress.endsWith("@thuma.example") ? "To us. " : "";
    const how = channel === "sms" ? "Text message" : `Email: ${withoutChance(subject)}`;
    return `${to}${how}\n\n\`\`\`text\n${withoutChance(textBody.trimEnd())}\n\`\`\`\n`;
  });
  return [`## ${title}\n`, ...each].join("\n");
}

/** Replaces random numbers and codes, so that they are the same every time. */
export function withoutChance(text: string): string {
  return text
    .replace(/TH\d{10}/g, "TH4701569556")
    .replace(/TH( \d{3}){3} \d/g, "TH 470 156 955 6")
    .replace(/Q\d{8}/g, "Q48210934")
    .replace(/\b([CD])\d{8}/g, "$148210934")
    .replace(/\b([CD]) \d{4} \d{4}/g, "$1 4821 0934")
    .replaceAll("?signed", "?key=…")
    .replace(/((?:key|code|oobCode)=)[\w-]{20,}/gi, "$1…")
    .replace(/(\/(?:cancel|change|invoice|find-me|stop-messages|start|not-me|waybills)\/)[\w-]{20,}/g, "$1…")
    .replace(/\/not-me\/[\w-]{20,}/g, "/not-me/…");
}
