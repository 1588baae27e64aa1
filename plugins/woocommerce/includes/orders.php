<?php
/** Books orders in the background, cancels their bookings, and follows their parcels. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** The action of one order, which does whatever is due for it. Doing it again is safe. */
const WORK = 'thuma_couriers_order';
/** Twice a day: asks about orders under way, for shops that Thuma can't call, and books what was missed. */
const ASK_ALL = 'thuma_couriers_ask_all';
const GROUP   = 'thuma-couriers';
/** After this many calls without an answer, about a day, a person decides. */
const MOST_TRIES = 12;

foreach ( array( 'processing', 'cancelled', 'refunded' ) as $status ) { add_action( "woocommerce_order_status_$status", __NAMESPACE__ . '\in_background' ); }
add_action( WORK, __NAMESPACE__ . '\work', 10, 2 );
add_action( ASK_ALL, __NAMESPACE__ . '\ask_all' );
// A worker was killed: Action Scheduler finds that out after five minutes, and gives the action up.
add_action( 'action_scheduler_failed_action', function ( $action_id ) {
	$action = \ActionScheduler::store()->fetch_action( $action_id );
	$order  = WORK === $action->get_hook() ? wc_get_order( $action->get_args()[0] ?? 0 ) : null;
	$order && again( $order );
} );
add_action( 'admin_init', function () {
	if ( ! as_has_scheduled_action( ASK_ALL, array(), GROUP ) ) {
		as_schedule_recurring_action( time() + 12 * HOUR_IN_SECONDS, 12 * HOUR_IN_SECONDS, ASK_ALL, array(), GROUP );
	}
} );

function in_background( $order_id, $asks = null ): void {
	as_enqueue_async_action( WORK, array( (int) $order_id, true === $asks ), GROUP );
}

/** What we keep of an order; blank if nothing. */
function kept( \WC_Order $order, string $name ): string { return (string) $order->get_meta( "_thuma_couriers_$name" ); }

/** Keeps values by their names. A blank one is removed. */
function keep( \WC_Order $order, array $values ): void {
	foreach ( $values as $name => $value ) {
		'' === $value ? $order->delete_meta_data( "_thuma_couriers_$name" ) : $order->update_meta_data( "_thuma_couriers_$name", $value );
	}
	$order->save_meta_data();
}

function note( \WC_Order $order, string $words, string ...$values ): void {
	$order->add_order_note( make_clickable( esc_html( vsprintf( $words, $values ) ) ) );
}

/** The order's line of our method, with box and price. */
function our_line( \WC_Order $order ): ?\WC_Order_Item_Shipping {
	$ours = array_filter( $order->get_shipping_methods(), fn( $line ) => 'thuma_couriers' === $line->get_method_id() );
	return array_values( $ours )[0] ?? null;
}

function is_over( \WC_Order $order ): bool { return $order->has_status( array( 'cancelled', 'refunded', 'failed', 'trash' ) ); }

/** Does what is due for an order. */
function work( $order_id, $asks = false ): void {
	$order = wc_get_order( $order_id );
	if ( ! $order ) { return; }
	$order->read_meta_data( true );
	// A person who pressed the button has chosen a price, whatever the order's status and shipping line.
	$is_due = '' !== kept( $order, 'total' ) || ( $order->has_status( 'processing' ) && our_line( $order ) );
	// A body that is kept was sent, and may have been booked: sending it again tells.
	if ( '' === kept( $order, 'booking' ) && ( '' !== kept( $order, 'body' ) || ( $is_due && '' === kept( $order, 'problem' ) ) ) ) {
		book( $order );
		$order = wc_get_order( $order_id );
	}
	$state = '' === kept( $order, 'booking' ) ? 'none' : kept( $order, 'state' );
	if ( is_over( $order ) ) {
		keep( $order, array( 'problem' => '' ) );
		in_array( $state, array( 'none', 'cancelled', 'too-late' ), true ) || cancel( $order );
	} elseif ( 'cancelled' === $state && $is_due && '' === kept( $order, 'problem' ) ) {
		needs_person( $order, __( 'Its booking was cancelled.', 'thuma-couriers' ) );
	} elseif ( $asks && 'none' !== $state ) {
		ask( $order );
	}
}

function book( \WC_Order $order ): void {
	$body = json_decode( kept( $order, 'body' ), true );
	if ( ! $body ) {
		$body = booking_of( $order );
		// WordPress takes a level of slashes out of what is stored.
		keep( $order, array( 'body' => wp_slash( wp_json_encode( $body ) ) ) );
	}
	// The same for every attempt at one booking, and another in a copy of this shop.
	$shop   = preg_replace( '/[^a-z0-9.]+/', '-', strtolower( preg_replace( '#^https?://#', '', home_url() ) ) );
	$key    = sprintf( 'wc-%s-%d-%d', substr( $shop, 0, 150 ), $order->get_id(), max( 1, (int) kept( $order, 'n' ) ) );
	$answer = call_by_key( 'POST', '/v1/bookings', $body, array( 'Idempotency-Key' => $key ) );
	if ( may_pass( $answer ) ) { again( $order ); return; }
	$booking = $answer['json'];
	if ( 201 !== $answer['status'] || '' === text( $booking, 'id' ) ) {
		keep( $order, array( 'body' => '' ) );
		needs_person( $order, words_of( $answer ) );
		return;
	}
	$order->read_meta_data( true );
	// Another worker may have been quicker, with the same booking.
	if ( '' !== kept( $order, 'booking' ) ) { return; }
	// Notes come before what is kept: killed between the two, a worker repeats a note, and nothing is missed.
	$to_pay     = __( 'Booked with Thuma: %1$s, %2$s. Nobody collects it before it is paid. Pay for all open bookings: %3$s', 'thuma-couriers' );
	$on_account = __( 'Booked with Thuma: %1$s, %2$s. It is on account: there is nothing to pay now.', 'thuma-couriers' );
	$words      = is_on_account( $booking ) ? $on_account : $to_pay;
	note( $order, $words, text( $booking, 'quoteNo' ), rand_of( $body['agreedTotal'] ), text( $booking, 'paymentUrl' ) );
	$packed = __( 'Pack it in %1$s parcels of this box: %2$s.', 'thuma-couriers' );
	( $body['parcel']['quantity'] ?? 1 ) > 1 && note( $order, $packed, (string) $body['parcel']['quantity'], boxes()[ $body['parcel']['boxId'] ]['name'] ?? $body['parcel']['boxId'] );
	foreach ( (array) ( $booking['warnings'] ?? array() ) as $warning ) {
		is_array( $warning ) && '' !== text( $warning, 'message' ) && note( $order, 'Thuma: %1$s', text( $warning, 'message' ) );
	}
	$done = array( 'booking' => text( $booking, 'id' ), 'number' => text( $booking, 'quoteNo' ), 'receiver' => md5( wp_json_encode( $body['to'] ) ) );
	keep( $order, $done + array_fill_keys( array( 'body', 'problem', 'tries', 'state', 'waybill' ), '' ) );
	tell( $order, $booking, array() );
}

/** What Thuma is asked to book; what is wrong with it, Thuma says. Boxes and price that a person chose come first. */
function booking_of( \WC_Order $order ): array {
	$line     = our_line( $order );
	$chosen   = fn( $name ) => '' !== kept( $order, $name ) || ! $line ? kept( $order, $name ) : (string) $line->get_meta( "_thuma_couriers_$name" );
	$products = implode( ', ', array_map( fn( $item ) => wp_strip_all_tags( $item->get_name() ), $order->get_items() ) );
	$told     = array( delivery( $order )[1], plain( $order->get_customer_note() ) );
	return array(
		'reference'           => trim( $order->get_order_number() ),
		'from'                => array_filter( sender() ),
		'to'                  => receiver( $order ),
		'parcel'              => array( 'boxId' => $chosen( 'box' ), 'quantity' => max( 1, (int) $chosen( 'quantity' ) ), 'parcelDesc' => cut( line( $products ), LONGEST['contents'] ) ),
		'specialInstructions' => cut( implode( "\n", array_filter( $told, 'strlen' ) ), LONGEST['instructions'] ),
		'agreedTotal'         => (float) $chosen( 'total' ),
	);
}

function receiver( \WC_Order $order ): array { return delivery( $order )[0]; }

/**
 * The receiver, and what of their name and address has no place in Thuma's fields: the driver is told it. The second
 * line of an address is a flat as often as a suburb, so it stays beside the first. Thuma knows the place by its postal code.
 */
function delivery( \WC_Order $order ): array {
	$side  = $order->has_shipping_address() ? 'shipping' : 'billing';
	$of    = fn( $name ) => line( $order->{"get_{$side}_$name"}() );
	$phone = line( $order->get_shipping_phone() );
	list( $name, $more )       = fitted( array( trim( $of( 'first_name' ) . ' ' . $of( 'last_name' ) ), $of( 'company' ) ), LONGEST['name'] );
	list( $street, $address )  = fitted( array( $of( 'address_1' ), $of( 'address_2' ) ), LONGEST['street'] );
	list( $landmark, $untold ) = fitted( array( $order->get_meta( LANDMARK_META ), $address, $more ), LONGEST['landmark'] );
	return array( array(
		'name'        => $name,
		'phone'       => '' === $phone ? line( $order->get_billing_phone() ) : $phone,
		'addressLine' => $street,
		'city'        => $of( 'city' ),
		'postal'      => $of( 'postcode' ),
		'landmark'    => $landmark,
	) + array_filter( array( 'email' => $order->get_billing_email() ) ), $untold );
}

/** Tries again later: after 1, 2, 4 … minutes, at most 6 hours. */
function again( \WC_Order $order ): void {
	$tries = (int) kept( $order, 'tries' ) + 1;
	keep( $order, array( 'tries' => $tries ) );
	$wait  = min( 60 * 2 ** ( $tries - 1 ), 6 * HOUR_IN_SECONDS );
	$later = fn() => as_schedule_single_action( time() + $wait, WORK, array( $order->get_id(), false ), GROUP );
	$tries < MOST_TRIES ? $later() : needs_person( $order, __( 'Thuma hasn’t answered for a day.', 'thuma-couriers' ) );
}

/** What only a person can correct: one note, and the notice of admin.php until it is booked. */
function needs_person( \WC_Order $order, string $why ): void {
	keep( $order, array( 'problem' => '' === $why ? __( 'Thuma refused it.', 'thuma-couriers' ) : $why, 'tries' => '' ) );
	$words = __( 'Thuma couldn’t book this order: %1$s. Correct it, then check and book it: %2$s', 'thuma-couriers' );
	note( $order, $words, rtrim( kept( $order, 'problem' ), '.' ), book_page( $order ) );
}

function cancel( \WC_Order $order ): void {
	$answer = call_by_key( 'POST', '/v1/bookings/' . kept( $order, 'booking' ) . '/cancel' );
	if ( may_pass( $answer ) ) {
		again( $order );
	} elseif ( 200 === $answer['status'] ) {
		tell( $order, $answer['json'], array() );
	} else {
		keep( $order, array( 'state' => 'too-late' ) );
		note( $order, __( 'Thuma couldn’t cancel this order’s booking: %1$s Phone us: %2$s', 'thuma-couriers' ), words_of( $answer ), site() . '/contact' );
	}
}

/** Asks Thuma how an order's booking and parcel are. Returns whether it answered. */
function ask( \WC_Order $order ): bool {
	$path    = '/v1/bookings/' . kept( $order, 'booking' );
	$booking = call_by_key( 'GET', $path );
	$events  = 200 === $booking['status'] ? call_by_key( 'GET', "$path/events" ) : $booking;
	200 === $events['status'] && tell( $order, $booking['json'], (array) ( $events['json']['events'] ?? array() ) );
	return ! may_pass( $events );
}

/** Notes what is new, completes an order whose parcel was delivered, and holds one whose payment was taken back. */
function tell( \WC_Order $order, array $booking, array $events ): void {
	$waybill = text( $booking, 'waybillNo' );
	if ( '' !== $waybill && kept( $order, 'waybill' ) !== $waybill ) {
		$paid  = __( 'Paid. Waybill %1$s. Label: %2$s Tracking: %3$s', 'thuma-couriers' );
		$words = is_on_account( $booking ) ? __( 'On account. Waybill %1$s. Label: %2$s Tracking: %3$s', 'thuma-couriers' ) : $paid;
		note( $order, $words, $waybill, text( $booking, 'labelUrl' ), text( $booking, 'trackingUrl' ) );
		'' !== kept( $order, 'held' ) && $order->has_status( 'on-hold' ) && $order->update_status( 'processing' );
		keep( $order, array( 'waybill' => $waybill, 'tracking' => text( $booking, 'trackingUrl' ), 'held' => '' ) );
		tell_buyer( $order );
	} elseif ( '' === $waybill && '' !== kept( $order, 'waybill' ) && 'cancelled' !== text( $booking, 'status' ) ) {
		$words = __( 'Not paid any more: Thuma took the payment back, and waybill %1$s is void. Don’t use its label. Pay again: %2$s', 'thuma-couriers' );
		note( $order, $words, kept( $order, 'waybill' ), text( $booking, 'paymentUrl' ) );
		if ( $order->has_status( 'processing' ) ) { keep( $order, array( 'held' => '1' ) ); $order->update_status( 'on-hold' ); }
		keep( $order, array( 'waybill' => '', 'state' => '' ) );
	} elseif ( '' !== $waybill && '' === kept( $order, 'tracking' ) ) { // Paid before this plug-in kept it.
		keep( $order, array( 'tracking' => text( $booking, 'trackingUrl' ) ) );
	}
	// More than the price: the parcel isn't as it was booked. The shop's customer has paid for theirs, and sees nothing of it.
	$due = isset( $booking['amountDue'] ) ? rand_of( (float) $booking['amountDue'] ) : '';
	if ( kept( $order, 'due' ) !== $due ) {
		'' !== $due && note( $order, __( '%1$s more to pay to Thuma, or to refuse: %2$s The parcel waits until then.', 'thuma-couriers' ), $due, text( $booking, 'paymentUrl' ) );
		'' === $due && note( $order, __( 'Nothing more to pay to Thuma.', 'thuma-couriers' ) );
		keep( $order, array( 'due' => $due ) );
	}
	$last  = $events ? (array) end( $events ) : array();
	$state = 'cancelled' === text( $booking, 'status' ) ? 'cancelled' : text( $last, 'kind' );
	if ( '' === $state || kept( $order, 'state' ) === $state ) { return; }
	if ( 'cancelled' === $state ) {
		note( $order, __( 'The booking with Thuma was cancelled. What was paid for it is paid back, and nothing more is to be paid.', 'thuma-couriers' ) );
	} elseif ( 'delivered' === $state && $order->has_status( 'processing' ) ) {
		$order->update_status( 'completed', __( 'Thuma delivered the parcel.', 'thuma-couriers' ) );
	} elseif ( 'booked' !== $state ) {
		note( $order, 'Thuma: %1$s. %2$s', str_replace( '_', ' ', $state ), text( $last, 'place' ) );
	}
	keep( $order, array( 'state' => $state ) );
	'cancelled' === $state && work( $order->get_id() );
}

/** Whether the account pays for it by month, and hasn't yet: it is collected all the same. */
function is_on_account( array $booking ): bool { return 'on_account' === text( $booking, 'paymentStatus' ); }

function ask_all(): void {
	'' === option( 'secret' ) && delete_option( 'thuma_couriers_connected' ); // It is tried again when this request ends.
	$recent = array( 'status' => array( 'processing', 'on-hold' ), 'date_created' => '>' . ( time() - 60 * DAY_IN_SECONDS ), 'limit' => 200, 'return' => 'ids' );
	array_map( fn( $order_id ) => in_background( $order_id, true ), wc_get_orders( $recent ) );
}

function rand_of( float $amount ): string { return 'R ' . number_format( $amount, 2, ',', ' ' ); }
