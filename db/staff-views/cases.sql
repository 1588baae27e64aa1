-- Problems that people reported about parcels: the open cases first, the oldest of them first, then the latest.
CREATE VIEW staff_cases AS
SELECT
  cases.case_no,
  cases.waybill_no,
  CASE WHEN cases.closed_at IS NOT NULL THEN 'Closed' WHEN cases.answered_at IS NOT NULL THEN 'Answered' ELSE 'Open' END
    AS status,
  CASE
    WHEN cases.closed_at IS NOT NULL THEN ''
    WHEN cases.answered_at IS NOT NULL THEN 'Close it, or answer again'
    WHEN cases.contact IS NULL THEN 'Phone the sender or the receiver, then close it'
    ELSE 'Look into it and answer'
  END AS what_to_do,
  CASE WHEN cases.closed_at IS NULL THEN (
    SELECT until FROM promises
    WHERE promises.kind = CASE WHEN cases.answered_at IS NULL THEN 'case_answer' ELSE 'case_done' END
      AND promises.about = cases.case_no
  ) END AS promised_by,
  CASE cases.kind
    WHEN 'not_there' THEN 'Not there'
    WHEN 'damaged' THEN 'Damaged'
    WHEN 'wrong_place' THEN 'Wrong place'
    WHEN 'wrong_person' THEN 'Wrong person'
  END AS what_is_wrong,
  replace(cases.words, '
', ' / ') AS in_their_words,
  cases.contact AS answer_to,
  strftime('%Y-%m-%d %H:%M', cases.opened_at, '+2 hours') AS opened_at,
  cases.answer AS our_answer,
  strftime('%Y-%m-%d %H:%M', cases.answered_at, '+2 hours') AS answered_at,
  strftime('%Y-%m-%d %H:%M', cases.closed_at, '+2 hours') AS closed_at,
  parcel.status AS parcel_status,
  parcel.last_event_at, parcel.sender, parcel.sender_phone, parcel.receiver, parcel.receiver_phone, parcel.deliver_to,
  parcel.deliver_suburb, parcel.deliver_city, parcel.mode
FROM cases
JOIN each_booking AS parcel ON parcel.waybill_no = cases.waybill_no
ORDER BY cases.closed_at IS NOT NULL, CASE WHEN cases.closed_at IS NULL THEN cases.opened_at END, cases.opened_at DESC, cases.case_no;
