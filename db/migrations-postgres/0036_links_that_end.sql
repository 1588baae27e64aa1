ALTER TABLE "quotes" ADD COLUMN "sender_links" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "receiver_links" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Stored emails, and answers to shops and the office, lose the keys of their links. An email's links are signed when it is sent.
UPDATE "outgoing_mails" SET "text_body" = regexp_replace("text_body", '\?key=[-_A-Za-z0-9]{22}', '?signed', 'g'), "html_body" = regexp_replace("html_body", '\?key=[-_A-Za-z0-9]{22}', '?signed', 'g') WHERE position('?key=' in "text_body") > 0 OR position('?key=' in "html_body") > 0;--> statement-breakpoint
UPDATE "api_answers" SET "body" = regexp_replace("body"::text, '\?key=[-_A-Za-z0-9]{22}', '', 'g')::json WHERE position('?key=' in "body"::text) > 0;--> statement-breakpoint
UPDATE "office_answers" SET "answer" = regexp_replace("answer"::text, '\?key=[-_A-Za-z0-9]{22}', '', 'g')::json WHERE position('?key=' in "answer"::text) > 0;
