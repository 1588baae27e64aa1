CREATE TABLE "action_links" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"subject" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" bigint NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"guest_id" text,
	"browser" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"uid" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"role" text NOT NULL,
	"password_hash" text NOT NULL,
	"registration_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone NOT NULL,
	"verification_sent_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_registration_key_unique" UNIQUE("registration_key")
);
--> statement-breakpoint
CREATE TABLE "saved_addresses" (
	"id" text PRIMARY KEY NOT NULL,
	"uid" text NOT NULL,
	"label" text NOT NULL,
	"address" json NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "application_senders" (
	"sender" text PRIMARY KEY NOT NULL,
	"applications" bigint NOT NULL,
	"counted_since" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "driver_applications" (
	"id" text PRIMARY KEY NOT NULL,
	"reference" text NOT NULL,
	"from_name" text NOT NULL,
	"from_surname" text NOT NULL,
	"from_email" text NOT NULL,
	"cell" text NOT NULL,
	"id_number" text NOT NULL,
	"residence" text NOT NULL,
	"current_province" text NOT NULL,
	"origin_province" text NOT NULL,
	"referer" text NOT NULL,
	"owner_driver" text NOT NULL,
	"experience" text NOT NULL,
	"last_experience" text NOT NULL,
	"delivery_location" text NOT NULL,
	"vehicle_make" text NOT NULL,
	"vehicle_model" text NOT NULL,
	"vehicle_year" bigint NOT NULL,
	"vehicle_km" bigint NOT NULL,
	"vehicle_canopy" text NOT NULL,
	"vehicle_registration" text NOT NULL,
	"vehicle_tracking" text NOT NULL,
	"vehicle_tracking_company" text NOT NULL,
	"fingerprint" text NOT NULL,
	"form_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"decision" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "driver_applications_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"invoice_no" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"mode" text NOT NULL,
	"number" bigint NOT NULL,
	"quote_id" text NOT NULL,
	"payment_id" text NOT NULL,
	"refund_reference" text,
	"credited_invoice_no" text,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"description" text NOT NULL,
	"quantity" bigint NOT NULL,
	"lines" json NOT NULL,
	"vat_basis_points" bigint NOT NULL,
	"net_cents" bigint NOT NULL,
	"vat_cents" bigint NOT NULL,
	"gross_cents" bigint NOT NULL,
	"supplier" json NOT NULL,
	"customer" json,
	CONSTRAINT "invoices_refund_reference_unique" UNIQUE("refund_reference")
);
--> statement-breakpoint
CREATE TABLE "outgoing_mails" (
	"id" text PRIMARY KEY NOT NULL,
	"letter_key" text NOT NULL,
	"state" text NOT NULL,
	"to_address" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"is_secret" boolean DEFAULT false NOT NULL,
	"template_params" json,
	"attempts" bigint NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"claimed_at" timestamp (3) with time zone,
	"last_error" text,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	CONSTRAINT "outgoing_mails_letter_key_unique" UNIQUE("letter_key")
);
--> statement-breakpoint
CREATE TABLE "payment_notices" (
	"id" text PRIMARY KEY NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"client_address" text NOT NULL,
	"body" text NOT NULL,
	"quote_id" text,
	"pf_payment_id" text,
	"amount_told" text,
	"is_signed" boolean DEFAULT true NOT NULL,
	"mode" text,
	"outcome" text NOT NULL,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"quote_id" text NOT NULL,
	"state" text NOT NULL,
	"mode" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"pf_payment_id" text,
	"held_until" timestamp (3) with time zone,
	"paid_cents" bigint,
	"fee_cents" bigint,
	"started_at" timestamp (3) with time zone NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "payments_pf_payment_id_unique" UNIQUE("pf_payment_id")
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"reference" text PRIMARY KEY NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "unsigned_notices" (
	"day" text NOT NULL,
	"network" text NOT NULL,
	"quote_id" text NOT NULL,
	"notices" bigint NOT NULL,
	"sample" text NOT NULL,
	"reason" text NOT NULL,
	"first_received_at" timestamp (3) with time zone NOT NULL,
	"last_received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unsigned_notices_day_network_quote_id_pk" PRIMARY KEY("day","network","quote_id")
);
--> statement-breakpoint
CREATE TABLE "boxes" (
	"id" text NOT NULL,
	"valid_from" text NOT NULL,
	"name" text NOT NULL,
	"length_cm" bigint NOT NULL,
	"width_cm" bigint NOT NULL,
	"height_cm" bigint NOT NULL,
	"max_weight_grams" bigint NOT NULL,
	"cost_cents" bigint NOT NULL,
	"sort_order" bigint NOT NULL,
	"active" boolean NOT NULL,
	CONSTRAINT "boxes_id_valid_from_pk" PRIMARY KEY("id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"iso2" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"numeric_zone" bigint NOT NULL,
	"zone_letter" text NOT NULL,
	"served" boolean NOT NULL,
	CONSTRAINT "countries_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "postal_areas" (
	"id" text NOT NULL,
	"valid_from" text NOT NULL,
	"from_code" text NOT NULL,
	"to_code" text NOT NULL,
	"town" text NOT NULL,
	"province" text NOT NULL,
	"region" text NOT NULL,
	"zone" text NOT NULL,
	"served" boolean NOT NULL,
	CONSTRAINT "postal_areas_id_valid_from_pk" PRIMARY KEY("id","valid_from")
);
--> statement-breakpoint
CREATE TABLE "price_changes" (
	"id" bigint PRIMARY KEY NOT NULL,
	"changes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proclaimed_holidays" (
	"day" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rates" (
	"kind" text NOT NULL,
	"rate_key" text NOT NULL,
	"valid_from" text NOT NULL,
	"amount_cents" bigint,
	"basis_points" bigint,
	"least_days" bigint,
	"most_days" bigint,
	CONSTRAINT "rates_kind_rate_key_valid_from_pk" PRIMARY KEY("kind","rate_key","valid_from")
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"id" text PRIMARY KEY NOT NULL,
	"quote_no" text NOT NULL,
	"draft_id" text NOT NULL,
	"journey" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"guest_id" text,
	"uid" text,
	"email" text NOT NULL,
	"from_postal" text NOT NULL,
	"to_postal" text NOT NULL,
	"to_country" text NOT NULL,
	"box_id" text NOT NULL,
	"quantity" bigint NOT NULL,
	"grand_total_cents" bigint,
	"previous_total_cents" bigint,
	"api_base" text NOT NULL,
	"request" json NOT NULL,
	"form_snapshot" json NOT NULL,
	"response" json,
	"form_hash" text NOT NULL,
	"message" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"priced_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone,
	"manual_requested_at" timestamp (3) with time zone,
	"cancelled_at" timestamp (3) with time zone,
	"anonymised_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quotes_quote_no_unique" UNIQUE("quote_no"),
	CONSTRAINT "quotes_draft_id_unique" UNIQUE("draft_id")
);
--> statement-breakpoint
CREATE TABLE "seed_loads" (
	"table_name" text PRIMARY KEY NOT NULL,
	"fingerprint" text NOT NULL,
	"loaded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_facts" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"who" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tracking_events" (
	"id" text PRIMARY KEY NOT NULL,
	"waybill_no" text NOT NULL,
	"kind" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"place" text
);
--> statement-breakpoint
CREATE TABLE "waybills" (
	"waybill_no" text PRIMARY KEY NOT NULL,
	"quote_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"last_event" text,
	"last_event_at" timestamp (3) with time zone,
	CONSTRAINT "waybills_quote_id_unique" UNIQUE("quote_id")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_addresses" ADD CONSTRAINT "saved_addresses_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refund_reference_refunds_reference_fk" FOREIGN KEY ("refund_reference") REFERENCES "public"."refunds"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tracking_events" ADD CONSTRAINT "tracking_events_waybill_no_waybills_waybill_no_fk" FOREIGN KEY ("waybill_no") REFERENCES "public"."waybills"("waybill_no") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waybills" ADD CONSTRAINT "waybills_quote_id_quotes_id_fk" FOREIGN KEY ("quote_id") REFERENCES "public"."quotes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "action_links_by_subject" ON "action_links" USING btree ("subject","purpose");--> statement-breakpoint
CREATE INDEX "action_links_by_expiry" ON "action_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "rate_limits_by_expiry" ON "rate_limits" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "sessions_by_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "users_with_verified_email" ON "users" USING btree ("email") WHERE email_verified_at is not null;--> statement-breakpoint
CREATE INDEX "saved_addresses_by_user" ON "saved_addresses" USING btree ("uid","label");--> statement-breakpoint
CREATE UNIQUE INDEX "driver_applications_by_form" ON "driver_applications" USING btree ("form_key","id_number");--> statement-breakpoint
CREATE INDEX "driver_applications_by_answers" ON "driver_applications" USING btree ("fingerprint","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_in_series" ON "invoices" USING btree ("mode","kind","number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_of_a_quote" ON "invoices" USING btree ("quote_id") WHERE kind = 'invoice';--> statement-breakpoint
CREATE INDEX "invoices_by_quote" ON "invoices" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "invoices_by_time" ON "invoices" USING btree ("mode","issued_at");--> statement-breakpoint
CREATE INDEX "invoices_with_customer" ON "invoices" USING btree ("issued_at") WHERE customer is not null;--> statement-breakpoint
CREATE INDEX "outgoing_mails_by_state" ON "outgoing_mails" USING btree ("state","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outgoing_mails_by_address" ON "outgoing_mails" USING btree ("to_address");--> statement-breakpoint
CREATE INDEX "payment_notices_by_quote" ON "payment_notices" USING btree ("quote_id");--> statement-breakpoint
CREATE INDEX "payment_notices_refused" ON "payment_notices" USING btree ("received_at") WHERE outcome = 'refused';--> statement-breakpoint
CREATE INDEX "payment_notices_unconfirmed" ON "payment_notices" USING btree ("received_at") WHERE outcome = 'ask_again';--> statement-breakpoint
CREATE INDEX "payments_by_quote" ON "payments" USING btree ("quote_id","state");--> statement-breakpoint
CREATE INDEX "payments_by_start" ON "payments" USING btree ("started_at","state");--> statement-breakpoint
CREATE INDEX "payments_unanswered" ON "payments" USING btree ("started_at") WHERE state in ('started', 'pending');--> statement-breakpoint
CREATE INDEX "payments_to_refund" ON "payments" USING btree ("settled_at") WHERE state = 'duplicate';--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "postal_areas_by_code" ON "postal_areas" USING btree ("from_code","to_code");--> statement-breakpoint
CREATE INDEX "quotes_by_uid" ON "quotes" USING btree ("uid","created_at");--> statement-breakpoint
CREATE INDEX "quotes_by_guest" ON "quotes" USING btree ("guest_id","created_at");--> statement-breakpoint
CREATE INDEX "quotes_by_status" ON "quotes" USING btree ("status","created_at","journey");--> statement-breakpoint
CREATE INDEX "quotes_by_email" ON "quotes" USING btree ("email");--> statement-breakpoint
CREATE INDEX "quotes_waiting_for_price" ON "quotes" USING btree ("manual_requested_at") WHERE manual_requested_at is not null and booked_at is null;--> statement-breakpoint
CREATE INDEX "quotes_cancelled_by_staff" ON "quotes" USING btree ("cancelled_at","id") WHERE cancelled_at is not null;--> statement-breakpoint
CREATE INDEX "quotes_unbooked" ON "quotes" USING btree ("expires_at") WHERE booked_at is null;--> statement-breakpoint
CREATE INDEX "quotes_with_names" ON "quotes" USING btree ("status","booked_at") WHERE booked_at is not null and anonymised_at is null;--> statement-breakpoint
CREATE INDEX "staff_actions_by_subject" ON "staff_actions" USING btree ("subject","at");--> statement-breakpoint
CREATE INDEX "staff_actions_by_time" ON "staff_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "tracking_events_by_waybill" ON "tracking_events" USING btree ("waybill_no","happened_at");--> statement-breakpoint
CREATE INDEX "waybills_by_issue" ON "waybills" USING btree ("issued_at");--> statement-breakpoint
CREATE INDEX "waybills_under_way" ON "waybills" USING btree ("last_event_at","last_event") WHERE last_event not in ('delivered', 'returned', 'cancelled');