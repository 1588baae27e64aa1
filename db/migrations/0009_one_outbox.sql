ALTER TABLE `outgoing_mails` ADD `template_params` text;--> statement-breakpoint
ALTER TABLE `outgoing_mails` ADD `claimed_at` text;--> statement-breakpoint
-- An application that has no letter yet gets one, as far along as its own mail was: what waited is sent, what was given up
-- can be sent again.
INSERT INTO outgoing_mails (
	id, letter_key, state, to_address, subject, text_body, html_body, template_params, attempts, next_attempt_at, last_error,
	queued_at, sent_at
)
SELECT
	id, letter_key, state, 'hello@thuma.example', 'Owner-driver application ' || reference, words,
	'<pre>' || replace(replace(replace(words, '&', '&amp;'), '<', '&lt;'), '>', '&gt;') || '</pre>',
	json_object(
		'reference', reference, 'from_name', from_name, 'from_surname', from_surname, 'from_email', from_email, 'cell', cell,
		'id_number', id_number, 'referer', referer, 'OwnerDriver', owner_driver, 'experience', experience,
		'lastexperience', last_experience, 'delivery_location', delivery_location, 'residence', residence,
		'currentprovince', current_province, 'originprovince', origin_province, 'vehicle_make', vehicle_make,
		'vehicle_model', vehicle_model, 'vehicle_year', CAST(vehicle_year AS TEXT), 'vehicleKm', CAST(vehicle_km AS TEXT),
		'vehicleCanopy', vehicle_canopy, 'vehicle_registration', vehicle_registration, 'vehicleTracking', vehicle_tracking,
		'vehicleTrackingCompany', vehicle_tracking_company
	),
	attempts, next_attempt_at, last_error, answered_at, sent_at
FROM (
	SELECT
		*,
		'driver-application:' || id || ':' || answered_at AS letter_key,
		'Somebody applies to become an owner driver.' || char(10) || char(10)
			|| 'Reference: ' || reference || char(10)
			|| 'Name: ' || from_name || ' ' || from_surname || char(10)
			|| 'Email: ' || from_email || char(10)
			|| 'Cell: ' || cell || char(10)
			|| 'ID number: ' || id_number || char(10)
			|| 'Lives in: ' || residence || ', ' || current_province || char(10)
			|| 'Comes from: ' || origin_province || char(10)
			|| 'Heard of us: ' || referer || char(10)
			|| 'Owner driver: ' || owner_driver || char(10)
			|| 'Courier experience: ' || experience || ' ' || last_experience || char(10)
			|| 'Wants to deliver in: ' || delivery_location || char(10)
			|| 'Vehicle: ' || vehicle_make || ' ' || vehicle_model || ', ' || vehicle_year || char(10)
			|| 'Registration: ' || vehicle_registration || char(10)
			|| 'Kilometres: ' || vehicle_km || char(10)
			|| 'Canopy: ' || vehicle_canopy || char(10)
			|| 'Tracking: ' || vehicle_tracking || ' ' || vehicle_tracking_company || char(10) AS words
	FROM driver_applications
)
WHERE letter_key NOT IN (SELECT letter_key FROM outgoing_mails);--> statement-breakpoint
DROP INDEX `driver_applications_by_state`;--> statement-breakpoint
ALTER TABLE `driver_applications` DROP COLUMN `state`;--> statement-breakpoint
ALTER TABLE `driver_applications` DROP COLUMN `attempts`;--> statement-breakpoint
ALTER TABLE `driver_applications` DROP COLUMN `next_attempt_at`;--> statement-breakpoint
ALTER TABLE `driver_applications` DROP COLUMN `last_error`;--> statement-breakpoint
ALTER TABLE `driver_applications` DROP COLUMN `sent_at`;
