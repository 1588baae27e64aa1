<?php
/** Thuma calls this shop when a parcel moves, by Standard Webhooks 1.0.0. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** In seconds. An older call may have been recorded by somebody. */
const OLDEST_CALL = 5 * MINUTE_IN_SECONDS;
const STATE       = array( 'thuma_couriers_webhook', 'thuma_couriers_secret', 'thuma_couriers_result', 'thuma_couriers_connected' );

add_action( 'woocommerce_settings_saved', __NAMESPACE__ . '\connect_if_changed' );
add_action( 'shutdown', __NAMESPACE__ . '\connect_if_changed' );
add_action( 'rest_api_init', fn() => register_rest_route( 'thuma-couriers/v1', '/webhook', array(
	'methods' => 'POST', 'permission_callback' => '__return_true', 'callback' => __NAMESPACE__ . '\receive',
) ) );

/** Connects when site, key or the shop's own address have changed, however that was done; but while no buyer waits. */
function connect_if_changed(): void {
	// The same address from a page over http, one over https, and a command.
	$url  = set_url_scheme( rest_url( 'thuma-couriers/v1/webhook' ), wp_parse_url( get_option( 'home' ), PHP_URL_SCHEME ) );
	$now  = array( site(), option( 'key' ), $url );
	$was  = (array) get_option( 'thuma_couriers_connected', array( '', '', '' ) );
	$busy = ! is_admin() && ! wp_doing_cron() && 'cli' !== PHP_SAPI;
	if ( $now === $was || ( '' === $now[1] && '' === $was[1] ) || $busy ) { return; }
	$old = option( 'webhook' );
	update_option( 'thuma_couriers_connected', $now );
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
	$asks   = __( 'Your key works. This shop asks for news twice a day, because Thuma can’t call it:', 'thuma-couriers' ) . ' ' . words_of( $answer );
	$silent = __( 'Thuma doesn’t answer at this address. Check the address, or save again later.', 'thuma-couriers' );
	$called = __( 'Your key works. Thuma tells this shop when a parcel moves.', 'thuma-couriers' );
	$words  = '' !== $secret ? $called : ( 401 === $answer['status'] ? words_of( $answer ) : ( may_pass( $answer ) ? $silent : $asks ) );
	array_map( 'update_option', array_slice( STATE, 0, 3 ), array( '' === $secret ? '' : $id, $secret, $words ) );
}

function disconnect(): void {
	end_webhook( option( 'webhook' ), site(), option( 'key' ) );
	array_map( 'delete_option', STATE );
	as_unschedule_all_actions( '', array(), GROUP );
	remove_action( 'shutdown', __NAMESPACE__ . '\connect_if_changed' );
}

function end_webhook( string $id, string $site, string $key ): void {
	'' === $id || '' === $key || call_by_key( 'DELETE', untrailingslashit( $site ) . "/v1/webhooks/$id", null, array(), $key );
}

/**
 * Takes a call. It only says that something happened: what is true now, Thuma is asked. So repeats, old calls and
 * calls in the wrong order do no harm.
 */
function receive( \WP_REST_Request $request ): \WP_REST_Response {
	$header = fn( $name ) => (string) $request->get_header( "webhook-$name" );
	if ( ! is_signed( $header( 'id' ), $header( 'timestamp' ), $header( 'signature' ), $request->get_body(), option( 'secret' ), time() ) ) { return new \WP_REST_Response( null, 401 ); }
	$id     = text( (array) ( json_decode( $request->get_body(), true )['data'] ?? null ), 'bookingId' );
	$orders = '' === $id ? array() : wc_get_orders( array( 'meta_key' => '_thuma_couriers_booking', 'meta_value' => $id, 'limit' => 1 ) ); // phpcs:ignore WordPress.DB.SlowDBQuery
	// Other bookings of the account are none of this shop's. After a 503 Thuma calls again later.
	return new \WP_REST_Response( null, ! $orders || ask( $orders[0] ) ? 204 : 503 );
}

/** Whether a call was signed by Thuma, and not long ago. */
function is_signed( string $id, string $timestamp, string $signatures, string $body, string $secret, int $now ): bool {
	$bytes = base64_decode( preg_replace( '/^whsec_/', '', $secret ), true );
	if ( '' === $id || ! $bytes || ! ctype_digit( $timestamp ) || abs( $now - (int) $timestamp ) > OLDEST_CALL ) { return false; }
	$right = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $bytes, true ) );
	return (bool) array_filter( explode( ' ', $signatures ), fn( $signature ) => hash_equals( $right, $signature ) );
}
