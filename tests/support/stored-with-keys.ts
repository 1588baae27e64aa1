/** Keys of links as releases before stored them. */
const key = (letter: string) => `?key=${letter.repeat(20)}-_`;

export const STORED_WITH_KEYS = `
  INSERT INTO outgoing_mails (id, letter_key, state, to_address, subject, text_body, html_body, attempts, next_attempt_at, queued_at)
  VALUES ('1', '1', 'sent', 'thandi@example.co.za', 'Your parcel',
    'Change:${"\n"}https://c.example/change/1${key("a")}${"\n"}Day: https://c.example/find-me/1${key("b")}#wishes, ?key=short',
    '<a href="https://c.example/t/TH1${key("c")}">', 1, '2026-11-01T08:00:00.000Z', '2026-11-01T08:00:00.000Z');
  INSERT INTO api_answers (uid, key, request_hash, status, body, answered_at)
  VALUES ('u', 'k', 'h', 200, '{"labelUrl":"https://c.example/waybill/TH1.pdf${key("d")}"}', '2026-11-01T08:00:00.000Z');
  INSERT INTO office_answers (key, answered_at, answer)
  VALUES ('o k', '2026-11-01T08:00:00.000Z', '["https://c.example/invoice/INV-1${key("e")}"]');`;

/** The email's words after the migration. */
export const SIGNED_WHEN_SENT = {
  text_body: "Change:\nhttps://c.example/change/1?signed\nDay: https://c.example/find-me/1?signed#wishes, ?key=short",
  html_body: '<a href="https://c.example/t/TH1?signed">',
};
