ALTER TABLE "outgoing_mails" ADD COLUMN "holds_pin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "outgoing_mails" SET "holds_pin" = true WHERE "channel" <> 'webhook' AND EXISTS (
  SELECT 1 FROM "waybills" JOIN "delivery_pins" USING ("waybill_no")
  WHERE "waybills"."quote_id" = "outgoing_mails"."quote_id" AND position('PIN ' || "delivery_pins"."pin" IN "outgoing_mails"."text_body") > 0
);--> statement-breakpoint
UPDATE "api_answers" SET "body" = ("body"::jsonb - 'secret')::json WHERE "body"::text LIKE '%"secret"%';
