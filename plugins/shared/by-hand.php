<?php
/** What a person in the shop sees and does: today's price of an order, booking it at that, and labels. */
namespace Thuma_Couriers;

/** As many as Thuma takes in one call. */
const MOST_LABELS = 50;

/** Whether a person may book this order: it isn't booked, or its booking was cancelled. */
function may_be_booked( object $order ): bool {
	return ! is_over( $order ) && ( '' === kept( $order, 'booking' ) || 'cancelled' === kept( $order, 'state' ) );
}

/** The price of an order's parcel, asked now: in the box that fits today, or else the one that was sold. */
function price_today( object $order ): ?array {
	$sold = boxes()[ sold( $order, 'box' ) ] ?? null;
	$sold = $sold ? array( 'quantity' => max( 1, (int) sold( $order, 'quantity' ) ) ) + $sold : null;
	$box  = box_for( contents( $order ) ) ?? $sold;
	return $box ? price( receiver( $order )['postal'], $box, true ) : null;
}

function price_words( float $today, float $paid ): string {
	return sprintf( said( 'Thuma’s price is %1$s today. Your customer paid %2$s for shipping.' ), rand_of( $today ), rand_of( $paid ) );
}

function no_price_today(): string { return said( 'There is no price: Thuma doesn’t deliver to this postal code, no box holds the order, or Thuma doesn’t answer.' ); }

/** Keeps the box and the price that a person was shown, for a booking that begins anew. Thuma refuses if it has another price by now. */
function choose( object $order, string $box, int $quantity, float $total ): void {
	$chosen = array( 'box' => $box, 'quantity' => (string) max( 1, $quantity ), 'total' => (string) $total );
	$n      = max( 1, (int) kept( $order, 'n' ) ) + (int) ( 'cancelled' === kept( $order, 'state' ) );
	keep( $order, $chosen + array( 'n' => $n ) + array_fill_keys( array( 'problem', 'tries', 'state', 'booking', 'number', 'receiver' ), '' ) );
}

/** That the receiver isn't the one that was booked; blank if it is. */
function changed_words( object $order ): string {
	$is_changed = '' !== kept( $order, 'receiver' ) && md5( json_encode( receiver( $order ) ) ) !== kept( $order, 'receiver' );
	return $is_changed ? said( 'The receiver was changed after it was booked. Thuma has what was there before: phone us.' ) : '';
}

/** One PDF with the labels of those orders that are paid, or on account; and why there is none, or a blank. */
function labels_of( array $orders ): array {
	$paid     = array_filter( $orders, fn( $order ) => '' !== kept( $order, 'waybill' ) && 'cancelled' !== kept( $order, 'state' ) );
	$bookings = array_map( fn( $order ) => kept( $order, 'booking' ), array_values( $paid ) );
	if ( ! $bookings ) { return array( '', said( 'None of these orders has a label: a parcel gets it once it is paid, or on account.' ) ); }
	if ( count( $bookings ) > MOST_LABELS ) { return array( '', sprintf( said( 'Choose at most %d orders at once.' ), MOST_LABELS ) ); }
	$answer = call_by_key( 'GET', '/v1/labels.pdf?bookings=' . rawurlencode( implode( ',', $bookings ) ), null, array(), null, 60 );
	$words  = '' === words_of( $answer ) ? said( 'Thuma doesn’t answer. Try again later.' ) : words_of( $answer );
	return 200 === $answer['status'] ? array( $answer['bytes'], '' ) : array( '', $words );
}

/** An order's number and tracking link in a sentence; blank before it is paid, and after it was cancelled. */
function tracking_words( object $order ): string {
	$known = '' !== kept( $order, 'waybill' ) && '' !== kept( $order, 'tracking' ) && 'cancelled' !== kept( $order, 'state' );
	$words = said( 'Thuma Couriers brings your order. Parcel number: %1$s. Follow it here: %2$s' );
	return $known ? sprintf( $words, kept( $order, 'waybill' ), kept( $order, 'tracking' ) ) : '';
}
