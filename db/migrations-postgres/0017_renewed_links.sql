-- The key that signs links stood here, where staff could read it. Its row becomes the day from which links are signed with another.
UPDATE "site_facts" SET "name" = 'links_renewed_at', "value" = to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') WHERE "name" = 'link_key';
