-- The site's settings at its last start and, with PostgreSQL, how old this copy is.
CREATE VIEW staff_site AS
SELECT
  CASE name
    WHEN 'app_url' THEN 'address'
    WHEN 'payment_mode' THEN 'payments'
    WHEN 'copied_at' THEN 'this file was copied from PostgreSQL'
    ELSE name
  END AS fact,
  CASE name
    WHEN 'copied_at' THEN strftime('%Y-%m-%d %H:%M:%S', value, '+2 hours')
    ELSE value
  END AS value,
  CAST(strftime('%s', 'now') AS BIGINT) - CAST(strftime('%s', told_at) AS BIGINT) AS seconds_ago
FROM site_facts
WHERE name IN (
  'app_url', 'payment_mode', 'vat_number', 'registration_number', 'phone', 'email', 'postal_address',
  'tracking_url', 'quiet_hours', 'language', 'copied_at'
)
ORDER BY name;

-- Parcels whose stored state did not match their history when the site last looked, at night: normally none.
-- The next mark corrects each; check states looks again now.
CREATE VIEW staff_misstated AS
SELECT listed.value AS waybill_no, strftime('%Y-%m-%d %H:%M', site_facts.told_at, '+2 hours') AS found_at
FROM site_facts
CROSS JOIN json_each(site_facts.value) AS listed
WHERE site_facts.name = 'misstated_parcels'
ORDER BY listed.value;
