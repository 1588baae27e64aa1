-- The key that signs links stood here, where staff could read it. Its row becomes the day from which links are signed with another.
UPDATE `site_facts` SET `name` = 'links_renewed_at', `value` = strftime('%Y-%m-%dT%H:%M:%fZ', 'now') WHERE `name` = 'link_key';
