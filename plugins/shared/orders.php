<?php
/**
 * Books orders, cancels their bookings, and follows their parcels. The plug-in's functions: order_of (read anew; null if
 * there is none), order_of_booking, id_of, order_number, shop_url, typed (what the buyer typed, by WooCommerce's names of
 * fields), product_names, contents (product and quantity of what is shipped), is_ours (whether our rate was chosen), sold (box, quantity and total of our rate; blank without it), kept, keep (a blank value is
 * removed), note (for the shop alone), tell_buyer, is_now and move (processing, on-hold, completed), is_over, work_later,
 * book_page; and KEY_BEGINS.
 */
namespace Thuma_Couriers;

/** After this many calls without an answer, about a day, a person decides. */
const MOST_TRIES = 12;

/** Does what is due for an order. */
function work( $order_id, $asks = false ): void {
	$order = order_of( (int) $order_id );
	if ( ! $order ) { return; }
	// A person who pressed the button has chosen a price, whatever the order's status and shipping line.
	$is_due = '' !== kept( $order, 'total' ) || ( is_now( $order, 'processing' ) && is_ours( $order ) );
	// A body that is kept was sent, and may have been booked: sending it again tells.
	if ( '' === kept( $order, 'booking' ) && ( '' !== kept( $order, 'body' ) || ( $is_due && '' === kept( $order, 'problem' ) ) ) ) {
		book( $order );
		$order = order_of( (int) $order_id );
	}
	$state = '' === kept( $order, 'booking' ) ? 'none' : kept( $order, 'state' );
	if ( is_over( $order ) ) {
		keep( $order, array( 'problem' => '' ) );
		in_array( $state, array( 'none', 'cancelled', 'too-late' ), true ) || cancel( $order );
	} elseif ( 'cancelled' === $state && $is_due && '' === kept( $order, 'problem' ) ) {
		needs_person( $order, said( 'Its booking was cancelled.' ) );
	} elseif ( $asks && 'none' !== $state ) {
		ask( $order );
	}
}

function book( object $order ): void {
	$body = json_decode( kept( $order, 'body' ), true );
	if ( ! $body ) {
		$body = booking_of( $order );
		if ( '' === $body['parcel']['boxId'] ) { needs_person( $order, said( 'Its shipping was entered by hand, so no box was chosen.' ) ); return; }
		keep( $order, array( 'body' => json_encode( $body, JSON_INVALID_UTF8_SUBSTITUTE ) ) );
	}
	// The same for every attempt at one booking, and another in a copy of this shop.
	$shop   = preg_replace( '/[^a-z0-9.]+/', '-', strtolower( preg_replace( '#^https?://#', '', shop_url() ) ) );
	$key    = sprintf( '%s-%s-%d-%d', KEY_BEGINS, substr( $shop, 0, 150 ), id_of( $order ), max( 1, (int) kept( $order, 'n' ) ) );
	$answer = call_by_key( 'POST', '/v1/bookings', $body, array( 'Idempotency-Key' => $key ) );
	if ( may_pass( $answer ) ) { again( $order ); return; }
	$booking = $answer['json'];
	if ( 201 !== $answer['status'] || '' === text( $booking, 'id' ) ) {
		keep( $order, array( 'body' => '' ) );
		needs_person( $order, words_of( $answer ) );
		return;
	}
	$order = order_of( id_of( $order ) );
	// Another worker may have been quicker, with the same booking.
	if ( '' !== kept( $order, 'booking' ) ) { return; }
	// Notes come before what is kept: killed between the two, a worker repeats a note, and nothing is missed.
	$to_pay     = said( 'Booked with Thuma: %1$s, %2$s. Nobody collects it before it is paid. Pay for all open bookings: %3$s' );
	$on_account = said( 'Booked with Thuma: %1$s, %2$s. It is on account: there is nothing to pay now.' );
	$words      = is_on_account( $booking ) ? $on_account : $to_pay;
	note( $order, $words, text( $booking, 'quoteNo' ), rand_of( $body['agreedTotal'] ), text( $booking, 'paymentUrl' ) );
	$packed = said( 'Pack it in %1$s parcels of this box: %2$s.' );
	( $body['parcel']['quantity'] ?? 1 ) > 1 && note( $order, $packed, (string) $body['parcel']['quantity'], boxes()[ $body['parcel']['boxId'] ]['name'] ?? $body['parcel']['boxId'] );
	foreach ( (array) ( $booking['warnings'] ?? array() ) as $warning ) {
		is_array( $warning ) && '' !== text( $warning, 'message' ) && note( $order, 'Thuma: %1$s', text( $warning, 'message' ) );
	}
	$done = array( 'booking' => text( $booking, 'id' ), 'number' => text( $booking, 'quoteNo' ), 'receiver' => md5( json_encode( $body['to'] ) ) );
	keep( $order, $done + array_fill_keys( array( 'body', 'problem', 'tries', 'state', 'waybill' ), '' ) );
	tell( $order, $booking, array() );
}

/** What Thuma is asked to book; what is wrong with it, Thuma says. Boxes and price that a person chose come first. */
function booking_of( object $order ): array {
	$chosen   = fn( $name ) => '' !== kept( $order, $name ) ? kept( $order, $name ) : sold( $order, $name );
	$products = implode( ', ', product_names( $order ) );
	$told     = array( delivery( $order )[1], plain( typed( $order )['note'] ?? '' ) );
	return array(
		'reference'           => trim( order_number( $order ) ),
		'from'                => array_filter( sender() ),
		'to'                  => receiver( $order ),
		'parcel'              => array( 'boxId' => $chosen( 'box' ), 'quantity' => max( 1, (int) $chosen( 'quantity' ) ), 'parcelDesc' => cut( line( $products ), LONGEST['contents'] ) ),
		'specialInstructions' => cut( implode( "\n", array_filter( $told, 'strlen' ) ), LONGEST['instructions'] ),
		'agreedTotal'         => (float) $chosen( 'total' ),
	);
}

function receiver( object $order ): array { return delivery( $order )[0]; }

/**
 * The receiver, and what of their name and address has no place in Thuma's fields: the driver is told it. The second
 * line of an address is a flat as often as a suburb, so it stays beside the first. Thuma knows the place by its postal code.
 */
function delivery( object $order ): array {
	$typed = typed( $order );
	$of    = fn( $name ) => line( $typed[ $name ] ?? '' );
	list( $name, $more )       = fitted( array( trim( $of( 'first_name' ) . ' ' . $of( 'last_name' ) ), $of( 'company' ) ), LONGEST['name'] );
	list( $street, $address )  = fitted( array( $of( 'address_1' ), $of( 'address_2' ) ), LONGEST['street'] );
	list( $landmark, $untold ) = fitted( array( $of( 'landmark' ), $address, $more ), LONGEST['landmark'] );
	return array( array(
		'name'        => $name,
		'phone'       => $of( 'phone' ),
		'addressLine' => $street,
		'city'        => $of( 'city' ),
		'postal'      => $of( 'postcode' ),
		'landmark'    => $landmark,
	) + array_filter( array( 'email' => $typed['email'] ?? '' ) ), $untold );
}

/** Tries again later: after 1, 2, 4 … minutes, at most 6 hours. */
function again( object $order ): void {
	$tries = (int) kept( $order, 'tries' ) + 1;
	keep( $order, array( 'tries' => $tries ) );
	$wait  = min( 60 * 2 ** ( $tries - 1 ), 6 * 3600 );
	$tries < MOST_TRIES ? work_later( $order, $wait ) : needs_person( $order, said( 'Thuma hasn’t answered for a day.' ) );
}

/** What only a person can correct: one note, and a notice to the shop until it is booked. */
function needs_person( object $order, string $why ): void {
	keep( $order, array( 'problem' => '' === $why ? said( 'Thuma refused it.' ) : $why, 'tries' => '' ) );
	$words = said( 'Thuma couldn’t book this order: %1$s. Correct it, then check and book it: %2$s' );
	note( $order, $words, rtrim( kept( $order, 'problem' ), '.' ), book_page( $order ) );
}

function cancel( object $order ): void {
	$answer = call_by_key( 'POST', '/v1/bookings/' . kept( $order, 'booking' ) . '/cancel' );
	if ( may_pass( $answer ) ) {
		again( $order );
	} elseif ( 200 === $answer['status'] ) {
		tell( $order, $answer['json'], array() );
	} else {
		keep( $order, array( 'state' => 'too-late' ) );
		note( $order, said( 'Thuma couldn’t cancel this order’s booking: %1$s Phone us: %2$s' ), words_of( $answer ), site() . '/contact' );
	}
}

/** Asks Thuma how an order's booking and parcel are. Returns whether it answered. */
function ask( object $order ): bool {
	$path    = '/v1/bookings/' . kept( $order, 'booking' );
	$booking = call_by_key( 'GET', $path );
	$events  = 200 === $booking['status'] ? call_by_key( 'GET', "$path/events" ) : $booking;
	200 === $events['status'] && tell( $order, $booking['json'], (array) ( $events['json']['events'] ?? array() ) );
	return ! may_pass( $events );
}

/** Notes what is new, completes an order whose parcel was delivered, and holds one whose payment was taken back. */
function tell( object $order, array $booking, array $events ): void {
	$waybill = text( $booking, 'waybillNo' );
	if ( '' !== $waybill && kept( $order, 'waybill' ) !== $waybill ) {
		$paid  = said( 'Paid. Waybill %1$s. Label: %2$s Tracking: %3$s' );
		$words = is_on_account( $booking ) ? said( 'On account. Waybill %1$s. Label: %2$s Tracking: %3$s' ) : $paid;
		note( $order, $words, $waybill, text( $booking, 'labelUrl' ), text( $booking, 'trackingUrl' ) );
		'' !== kept( $order, 'held' ) && is_now( $order, 'on-hold' ) && move( $order, 'processing' );
		keep( $order, array( 'waybill' => $waybill, 'tracking' => text( $booking, 'trackingUrl' ), 'held' => '' ) );
		tell_buyer( $order );
	} elseif ( '' === $waybill && '' !== kept( $order, 'waybill' ) && 'cancelled' !== text( $booking, 'status' ) ) {
		$words = said( 'Not paid any more: Thuma took the payment back, and waybill %1$s is void. Don’t use its label. Pay again: %2$s' );
		note( $order, $words, kept( $order, 'waybill' ), text( $booking, 'paymentUrl' ) );
		if ( is_now( $order, 'processing' ) ) { keep( $order, array( 'held' => '1' ) ); move( $order, 'on-hold' ); }
		keep( $order, array( 'waybill' => '', 'state' => '' ) );
	} elseif ( '' !== $waybill && '' === kept( $order, 'tracking' ) ) { // Paid before this plug-in kept it.
		keep( $order, array( 'tracking' => text( $booking, 'trackingUrl' ) ) );
	}
	// More than the price: the parcel isn't as it was booked. The shop's customer has paid for theirs, and sees nothing of it.
	$due = isset( $booking['amountDue'] ) ? rand_of( (float) $booking['amountDue'] ) : '';
	if ( kept( $order, 'due' ) !== $due ) {
		'' !== $due && note( $order, said( '%1$s more to pay to Thuma, or to refuse: %2$s The parcel waits until then.' ), $due, text( $booking, 'paymentUrl' ) );
		'' === $due && note( $order, said( 'Nothing more to pay to Thuma.' ) );
		keep( $order, array( 'due' => $due ) );
	}
	$last  = $events ? (array) end( $events ) : array();
	$state = 'cancelled' === text( $booking, 'status' ) ? 'cancelled' : text( $last, 'kind' );
	if ( '' === $state || kept( $order, 'state' ) === $state ) { return; }
	if ( 'cancelled' === $state ) {
		note( $order, said( 'The booking with Thuma was cancelled. What was paid for it is paid back, and nothing more is to be paid.' ) );
	} elseif ( 'delivered' === $state && is_now( $order, 'processing' ) ) {
		move( $order, 'completed', said( 'Thuma delivered the parcel.' ) );
	} elseif ( 'booked' !== $state ) {
		note( $order, 'Thuma: %1$s. %2$s', str_replace( '_', ' ', $state ), text( $last, 'place' ) );
	}
	keep( $order, array( 'state' => $state ) );
	'cancelled' === $state && work( id_of( $order ) );
}

/** Whether the account pays for it by month, and hasn't yet: it is collected all the same. */
function is_on_account( array $booking ): bool { return 'on_account' === text( $booking, 'paymentStatus' ); }

function rand_of( float $amount ): string { return 'R ' . number_format( $amount, 2, ',', ' ' ); }
