<?php
/** Thuma calls the shop when a parcel moves, by Standard Webhooks 1.0.0. */
namespace Thuma_Couriers;

/** In seconds. An older call may have been recorded by somebody. */
const OLDEST_CALL = 300;
/** What is kept of a connection. */
const STATE = array( 'webhook', 'secret', 'result', 'connected' );

/** Connects the shop's address when site, key or address have changed since. */
function connect_at( string $url ): void {
	$now = array( site(), option( 'key' ), $url );
	$was = (array) stored( 'connected', array( '', '', '' ) );
	if ( $now === $was || ( '' === $now[1] && '' === $was[1] ) ) { return; }
	$old = option( 'webhook' );
	store( 'connected', $now );
	connect( $url );
	// Another account or address has another webhook. The old one would be called in vain.
	option( 'webhook' ) === $old || end_webhook( $old, $was[0], $was[1] );
}

/** Registers this shop's address with the key, and keeps the secret. The settings page says what came of it. */
function connect( string $url ): void {
	$answer = call_by_key( 'POST', '/v1/webhooks', array( 'url' => $url ) );
	$id     = text( $answer['json'], 'id' );
	if ( is_problem( $answer, 'address-known' ) ) {
		$id     = rawurlencode( basename( $answer['location'] ) );
		$answer = call_by_key( 'POST', "/v1/webhooks/$id/secret" );
	}
	$secret = text( $answer['json'], 'secret' );
	$asks   = said( 'Your key works. This shop asks for news twice a day, because Thuma can’t call it:' ) . ' ' . words_of( $answer );
	$silent = said( 'Thuma doesn’t answer at this address. Check the address, or save again later.' );
	$called = said( 'Your key works. Thuma tells this shop when a parcel moves.' );
	$words  = '' !== $secret ? $called : ( 401 === $answer['status'] ? words_of( $answer ) : ( may_pass( $answer ) ? $silent : $asks ) );
	array_map( __NAMESPACE__ . '\store', array_slice( STATE, 0, 3 ), array( '' === $secret ? '' : $id, $secret, $words ) );
}

/** Ends the calls, and forgets them. */
function forget_connection(): void {
	end_webhook( option( 'webhook' ), site(), option( 'key' ) );
	foreach ( STATE as $name ) { store( $name, null ); }
}

function end_webhook( string $id, string $site, string $key ): void {
	'' === $id || '' === $key || call_by_key( 'DELETE', rtrim( $site, '/' ) . "/v1/webhooks/$id", null, array(), $key );
}

/**
 * Takes a call; $header gives a header by its name without "webhook-". Returns the status to answer with. A call only says
 * that something happened: what is true now, Thuma is asked. So repeats, old calls and calls in the wrong order do no harm.
 */
function received( callable $header, string $body ): int {
	if ( ! is_signed( $header( 'id' ), $header( 'timestamp' ), $header( 'signature' ), $body, option( 'secret' ), time() ) ) { return 401; }
	$id = text( (array) ( json_decode( $body, true )['data'] ?? null ), 'bookingId' );
	// Calls wait for each other: two at once would tell the buyer twice.
	return alone( function () use ( $id ) {
		$order = '' === $id ? null : order_of_booking( $id );
		// Other bookings of the account are none of this shop's. After a 503 Thuma calls again later.
		return ! $order || ask( $order ) ? 204 : 503;
	} );
}

/** Whether a call was signed by Thuma, and not long ago. */
function is_signed( string $id, string $timestamp, string $signatures, string $body, string $secret, int $now ): bool {
	$bytes = base64_decode( preg_replace( '/^whsec_/', '', $secret ), true );
	if ( '' === $id || ! $bytes || ! ctype_digit( $timestamp ) || abs( $now - (int) $timestamp ) > OLDEST_CALL ) { return false; }
	$right = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $bytes, true ) );
	return (bool) array_filter( explode( ' ', $signatures ), fn( $signature ) => hash_equals( $right, $signature ) );
}
