-- What customers were asked to pay beside the price, because the parcel isn't as it was booked or goes elsewhere, the
-- latest first; also what went on an account that pays by month, which nothing waits for. Only of the payment mode that this site is in.
CREATE VIEW staff_charges AS
SELECT
  waybills.waybill_no,
  quotes.quote_no,
  CASE CASE WHEN charges.account_uid IS NULL THEN charges.state ELSE charges.state || ' on account' END
    WHEN 'open on account' THEN 'On account' WHEN 'paid on account' THEN 'Paid'
    WHEN 'open' THEN 'Waits to be paid' WHEN 'paid' THEN 'Paid' WHEN 'refused' THEN 'Refused' ELSE 'Asked for no more'
  END AS status,
  CASE
    WHEN (charges.state = 'paid' OR charges.state = 'open' AND charges.account_uid IS NOT NULL) AND charges.reason = 'town' AND waybills.next_visit IN ('collection', 'delivery')
      AND quotes.cancelled_at IS NULL AND json_extract(charges.found, '$.toPostal') <> quotes.to_postal
      THEN 'Change its address to ' || json_extract(charges.found, '$.toPostal')
    WHEN charges.account_uid IS NULL AND charges.state = 'open' AND waybills.last_event = 'delivered' AND quotes.cancelled_at IS NULL
      THEN 'Ask for it: it is delivered'
    WHEN charges.account_uid IS NOT NULL OR charges.state NOT IN ('open', 'refused') OR waybills.next_visit IS NULL OR quotes.cancelled_at IS NOT NULL THEN 'Nothing'
    WHEN waybills.next_visit = 'return' THEN 'Nothing: it goes back'
    WHEN charges.state = 'refused' THEN 'Bring it back to the sender'
    WHEN charges.pay_by || ' 17:00' < strftime('%Y-%m-%d %H:%M', 'now', '+2 hours')
      THEN CASE waybills.next_visit
        WHEN 'collection' THEN 'Phone the sender, or cancel it: no answer'
        ELSE 'Keep it at the depot, or bring it back: no answer'
      END
    ELSE 'Wait for the sender''s answer'
  END AS what_to_do,
  charges.amount_cents / 100.0 AS amount_rand,
  CASE charges.reason
    WHEN 'weight' THEN 'Heavier' WHEN 'box' THEN 'Larger' WHEN 'town' THEN 'Another place' WHEN 'pieces' THEN 'More pieces'
    ELSE 'By hand'
  END AS why,
  charges.because,
  charges.agreed,
  charges.pay_by,
  quotes.email AS customer_email,
  quotes.mode,
  strftime('%Y-%m-%d %H:%M', charges.asked_at, '+2 hours') AS asked_at,
  strftime('%Y-%m-%d %H:%M', charges.ended_at, '+2 hours') AS ended_at
FROM charges
JOIN quotes ON quotes.id = charges.quote_id
LEFT JOIN waybills ON waybills.quote_id = charges.quote_id
WHERE charges.reason <> 'price'
  AND (quotes.mode IS NULL OR quotes.mode = coalesce((SELECT value FROM site_facts WHERE name = 'payment_mode'), quotes.mode))
ORDER BY charges.asked_at DESC, charges.id;
