CREATE TABLE "shopify_orders" (
	"uid" text NOT NULL,
	"order_id" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"booking" json,
	"why" text NOT NULL,
	"price_cents" bigint,
	"quote_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shopify_orders_uid_order_id_pk" PRIMARY KEY("uid","order_id")
);
--> statement-breakpoint
CREATE TABLE "shopify_shops" (
	"uid" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"signing_secret" text NOT NULL,
	"smallest_box" text NOT NULL,
	"terms_version" text NOT NULL,
	"signed_at" timestamp (3) with time zone,
	"unsigned_at" timestamp (3) with time zone,
	"made_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "shopify_shops_number_unique" UNIQUE("number")
);
--> statement-breakpoint
ALTER TABLE "shopify_orders" ADD CONSTRAINT "shopify_orders_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shopify_shops" ADD CONSTRAINT "shopify_shops_uid_users_uid_fk" FOREIGN KEY ("uid") REFERENCES "public"."users"("uid") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shopify_orders_by_state" ON "shopify_orders" USING btree ("state","received_at");--> statement-breakpoint
CREATE INDEX "shopify_orders_by_time" ON "shopify_orders" USING btree ("received_at");