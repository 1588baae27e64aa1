-- Owner-driver applications, the latest first.
CREATE VIEW staff_driver_applications AS
SELECT
  reference,
  strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') AS received_at,
  CASE
    WHEN decision = 'accepted' THEN 'Accepted'
    WHEN decision = 'declined' THEN 'Declined'
    WHEN read_at IS NOT NULL THEN 'Read, not answered'
    ELSE 'New'
  END AS status,
  CASE
    WHEN decision IS NOT NULL THEN ''
    WHEN read_at IS NOT NULL THEN 'Answer it'
    ELSE 'Read it'
  END AS what_to_do,
  from_name || ' ' || from_surname AS applicant,
  cell AS applicant_phone,
  from_email AS applicant_email,
  id_number,
  residence AS lives_in,
  current_province AS province,
  origin_province AS comes_from,
  delivery_location AS wants_to_deliver_in,
  owner_driver,
  experience,
  last_experience AS last_courier,
  vehicle_year || ' ' || vehicle_make || ' ' || vehicle_model AS vehicle,
  vehicle_km,
  vehicle_canopy AS canopy,
  vehicle_registration AS registration,
  vehicle_tracking AS tracking,
  vehicle_tracking_company AS tracking_company,
  referer AS heard_of_us_from,
  coalesce((
    SELECT CASE state
      WHEN 'sent' THEN 'Mailed to us'
      WHEN 'queued' THEN 'Not mailed to us yet'
      ELSE 'Could not be mailed to us: ' || coalesce(last_error, '')
    END
    FROM outgoing_mails
    WHERE letter_key = 'driver-application:' || driver_applications.id || ':' || strftime('%Y-%m-%dT%H:%M:%fZ', answered_at)
  ), 'The email is no longer kept') AS mail,
  strftime('%Y-%m-%d %H:%M', decided_at, '+2 hours') AS answered_at
FROM driver_applications
ORDER BY strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') DESC, created_at DESC;

-- In no order, for the list that joins it.
CREATE VIEW each_email AS
SELECT
  id AS letter_id,
  strftime('%Y-%m-%d %H:%M', queued_at, '+2 hours') AS queued_at,
  CASE state
    WHEN 'sent' THEN 'Sent'
    WHEN 'dead' THEN 'Given up'
    WHEN 'skipped' THEN 'Not sent'
    ELSE CASE
      WHEN claimed_at IS NOT NULL THEN 'Being sent'
      WHEN last_error IS NULL THEN 'Waiting to go out'
      ELSE 'Failed so far, will be tried again'
    END
  END AS status,
  CASE
    WHEN state <> 'dead' THEN ''
    WHEN is_secret THEN 'Check the address; the person must ask for a new link'
    ELSE 'Check the address, then send it again'
  END AS what_to_do,
  to_address,
  subject,
  attempts,
  last_error,
  CASE
    WHEN state = 'queued' AND claimed_at IS NULL THEN strftime('%Y-%m-%d %H:%M', next_attempt_at, '+2 hours')
  END AS next_attempt_at,
  strftime('%Y-%m-%d %H:%M', sent_at, '+2 hours') AS sent_at
FROM outgoing_mails
WHERE channel = 'email';

-- Every email, the latest first.
CREATE VIEW staff_mail AS
SELECT * FROM each_email ORDER BY queued_at DESC;

-- Emails that have not been sent, the oldest first.
CREATE VIEW staff_mail_not_sent AS
SELECT email.*
FROM outgoing_mails
JOIN each_email AS email ON email.letter_id = outgoing_mails.id
WHERE outgoing_mails.state IN ('queued', 'dead')
ORDER BY outgoing_mails.queued_at, outgoing_mails.id;

-- Every message about a parcel, and every text message, the latest first. A message with a one-time link
-- or the PIN of a delivery shows no words.
CREATE VIEW staff_messages AS
SELECT
  outgoing_mails.id AS letter_id,
  strftime('%Y-%m-%d %H:%M', outgoing_mails.queued_at, '+2 hours') AS queued_at,
  waybills.waybill_no,
  outgoing_mails.person AS told,
  CASE outgoing_mails.channel WHEN 'sms' THEN 'Text' ELSE 'Email' END AS channel,
  outgoing_mails.to_address,
  outgoing_mails.subject,
  CASE
    WHEN outgoing_mails.channel <> 'sms' THEN NULL
    WHEN outgoing_mails.is_secret THEN 'A one-time link'
    WHEN outgoing_mails.holds_pin THEN 'The PIN of the delivery'
    ELSE outgoing_mails.text_body
  END AS words,
  outgoing_mails.parts,
  CASE outgoing_mails.state
    WHEN 'sent' THEN 'Sent'
    WHEN 'dead' THEN 'Given up'
    WHEN 'skipped' THEN 'Not sent'
    ELSE CASE WHEN outgoing_mails.claimed_at IS NOT NULL THEN 'Being sent' ELSE 'Waiting to go out' END
  END AS status,
  CASE
    WHEN outgoing_mails.state = 'dead' THEN 'Check the address, then send it again'
    WHEN outgoing_mails.state = 'skipped' AND outgoing_mails.last_error LIKE 'not a %' THEN 'Phone the receiver'
    ELSE ''
  END AS what_to_do,
  outgoing_mails.attempts,
  outgoing_mails.last_error,
  strftime('%Y-%m-%d %H:%M', outgoing_mails.sent_at, '+2 hours') AS sent_at
FROM outgoing_mails
LEFT JOIN waybills ON waybills.quote_id = outgoing_mails.quote_id
WHERE outgoing_mails.quote_id IS NOT NULL OR outgoing_mails.channel = 'sms'
ORDER BY strftime('%Y-%m-%d %H:%M', outgoing_mails.queued_at, '+2 hours') DESC;

-- What each account that pays by month may owe and owes. In no order, for the lists that join it.
CREATE VIEW each_credit AS
SELECT
  uid,
  CASE WHEN stopped_at IS NULL THEN 'Pays by month' ELSE 'Stopped' END AS credit,
  limit_cents / 100.0 AS limit_rand,
  days AS credit_days,
  (
    SELECT coalesce(sum(amount_cents - credited_cents), 0) / 100.0
    FROM charges WHERE account_uid = credit_terms.uid AND state = 'open'
  ) AS owes_rand,
  (SELECT min(pay_by) FROM charges WHERE account_uid = credit_terms.uid AND state = 'open' AND pay_by <> '') AS oldest_due,
  (
    SELECT strftime('%Y-%m', min(invoiced_at), '+2 hours')
    FROM charges WHERE account_uid = credit_terms.uid AND state = 'open'
  ) AS oldest_statement
FROM credit_terms;

-- Customers with an account, the latest first. Of one that pays by month: what it may owe, what it owes, also for parcels
-- that aren't collected yet, and the first day on which something of it is due.
CREATE VIEW staff_accounts AS
SELECT
  email AS customer_email,
  name AS customer,
  phone AS customer_phone,
  CASE WHEN email_verified_at IS NULL THEN 'Address not proven yet' ELSE 'Address proven' END AS status,
  strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') AS joined_at,
  strftime('%Y-%m-%d %H:%M', last_login_at, '+2 hours') AS last_login_at,
  (SELECT count(*) FROM quotes WHERE quotes.uid = users.uid) AS quotes,
  limit_rand,
  owes_rand,
  oldest_due
FROM users
LEFT JOIN each_credit ON each_credit.uid = users.uid
ORDER BY strftime('%Y-%m-%d %H:%M', created_at, '+2 hours') DESC, created_at DESC;

-- Accounts that pay by month, those first that owe something for longest: what each owes, also for parcels that aren't
-- collected yet, the first day on which something of it is or was due, and the month of the statement that has it.
CREATE VIEW staff_credit AS
SELECT
  name AS customer,
  phone AS customer_phone,
  email AS customer_email,
  credit,
  limit_rand,
  credit_days,
  owes_rand,
  oldest_due,
  oldest_statement
-- `CROSS JOIN` fixes the join order: first the few that pay by month.
FROM each_credit CROSS JOIN users
WHERE users.uid = each_credit.uid
ORDER BY oldest_due IS NULL, oldest_due, email;

-- Emails and phones of senders who can't book on the site (block customer), the latest first. Each block ends after 12
-- months.
CREATE VIEW staff_blocked_customers AS
SELECT
  contact,
  because,
  strftime('%Y-%m-%d %H:%M', blocked_at, '+2 hours') AS blocked_at
FROM blocked_customers
ORDER BY blocked_customers.blocked_at DESC;

-- Addresses of shops' programs that get parcel updates, the latest first, without parts that may be secret.
-- resend webhook switches one on again.
CREATE VIEW staff_webhooks AS
SELECT
  webhook_endpoints.id AS webhook_id,
  users.email AS customer_email,
  substr(url, 1, instr(substr(url, 9) || '/', '/') + 7) AS address,
  coalesce(CAST(events AS TEXT), 'all') AS events,
  CASE
    WHEN off_because = 'gone' THEN 'Switched off: it answered 410'
    WHEN off_because = 'failing' THEN 'Switched off: it failed for five days'
    WHEN failing_since IS NOT NULL THEN 'Fails'
    WHEN last_success_at IS NULL THEN 'Not called yet'
    ELSE 'Works'
  END AS status,
  CASE WHEN off_at IS NULL THEN '' ELSE 'Its owner switches it on, or resend webhook does' END AS what_to_do,
  (SELECT count(*) FROM outgoing_mails WHERE to_address = webhook_endpoints.id AND state = 'queued') AS waiting,
  (SELECT count(*) FROM outgoing_mails WHERE to_address = webhook_endpoints.id AND state IN ('dead', 'skipped'))
    AS given_up,
  strftime('%Y-%m-%d %H:%M', failing_since, '+2 hours') AS failing_since,
  strftime('%Y-%m-%d %H:%M', last_success_at, '+2 hours') AS last_success_at,
  strftime('%Y-%m-%d %H:%M', last_answer_at, '+2 hours') AS last_answer_at,
  last_answer_status,
  strftime('%Y-%m-%d %H:%M', webhook_endpoints.made_at, '+2 hours') AS made_at
FROM webhook_endpoints
JOIN users ON users.uid = webhook_endpoints.uid
ORDER BY webhook_endpoints.made_at DESC;

-- Keys of shops' programs, the latest first. block api-key revokes one.
CREATE VIEW staff_api_keys AS
SELECT
  api_keys.id AS key_id,
  api_keys.name,
  api_keys.start AS begins_with,
  users.email AS customer_email,
  CASE
    WHEN revoked_by = 'office' THEN 'Blocked by the office'
    WHEN revoked_at IS NOT NULL THEN 'Revoked by its owner'
    ELSE 'Works'
  END AS status,
  (SELECT count(*) FROM quotes WHERE quotes.api_key_id = api_keys.id) AS bookings,
  strftime('%Y-%m-%d %H:%M', made_at, '+2 hours') AS made_at,
  strftime('%Y-%m-%d %H:%M', last_used_at, '+2 hours') AS last_used_at,
  strftime('%Y-%m-%d %H:%M', revoked_at, '+2 hours') AS revoked_at
FROM api_keys
JOIN users ON users.uid = api_keys.uid
ORDER BY api_keys.made_at DESC;
