<?php
/** Thuma calls this shop when a parcel moves, by Standard Webhooks 1.0.0. */

namespace Thuma_Couriers;

defined( 'ABSPATH' ) || exit;

/** In seconds; an older call may have been recorded by somebody. */
const OLDEST_CALL = 5 * MINUTE_IN_SECONDS;

foreach ( array( 'site', 'key' ) as $name ) {
	$changed = function ( $before ) use ( $name ) {
		changed( $name, (string) $before );
	};
	add_action( "update_option_thuma_couriers_$name", $changed );
	add_action( "add_option_thuma_couriers_$name", fn() => changed( $name, '' ) );
}
add_action( 'woocommerce_settings_saved', __NAMESPACE__ . '\connect_if_changed' );
add_action( 'shutdown', __NAMESPACE__ . '\connect_if_changed' );
add_action(
	'rest_api_init',
	function () {
		$route = array( 'methods' => 'POST', 'permission_callback' => '__return_true', 'callback' => __NAMESPACE__ . '\receive' );
		register_rest_route( 'thuma-couriers/v1', '/webhook', $route );
	}
);

/** Remembers which settings were changed in this request, and what they were. */
function changed( ?string $name = null, string $before = '' ): array {
	static $changed = array();
	$before_now = $changed;
	$changed    = null === $name ? array() : $changed + array( $name => $before );
	return $before_now;
}

/** Site and key are saved one after the other; what follows is done once, for both. */
function connect_if_changed(): void {
	$before = changed();
	if ( ! $before ) {
		return;
	}
	$id   = option( 'webhook' );
	$site = $before['site'] ?? option( 'site' );
	if ( '' === option( 'key' ) ) {
		forget_webhook( $id, $site, $before['key'] ?? '' );
		return;
	}
	connect();
	// Another account has another webhook. The old one would be called in vain.
	if ( '' !== $id && option( 'webhook' ) !== $id ) {
		end_webhook( $id, $site, $before['key'] ?? option( 'key' ) );
	}
}

/** Registers this shop's address with the key, and keeps the secret. Says in the settings what came of it. */
function connect(): void {
	if ( '' === option( 'key' ) ) {
		return;
	}
	$answer = call_by_key( 'POST', '/v1/webhooks', array( 'url' => rest_url( 'thuma-couriers/v1/webhook' ) ) );
	$id     = text( $answer['json'], 'id' );
	if ( is_problem( $answer, 'address-known' ) ) {
		$id     = rawurlencode( basename( $answer['location'] ) );
		$answer = call_by_key( 'POST', "/v1/webhooks/$id/secret" );
	}
	$secret = text( $answer['json'], 'secret' );
	if ( '' !== $secret ) {
		$words = __( 'Your key works. Thuma tells this shop when a parcel moves.', 'thuma-couriers' );
	} elseif ( 401 === $answer['status'] ) {
		$words = __( 'Thuma doesn’t know this key. Copy it again, or make a new one.', 'thuma-couriers' );
	} elseif ( may_pass( $answer ) ) {
		$words = __( 'Thuma doesn’t answer at this address. Check the address, or save again later.', 'thuma-couriers' );
	} else {
		/* translators: %s: Thuma's reason */
		$words = sprintf( __( 'Your key works. This shop asks Thuma for news twice a day, because Thuma can’t call it: %s', 'thuma-couriers' ), words_of( $answer ) );
	}
	update_option( 'thuma_couriers_webhook', '' === $secret ? '' : $id );
	update_option( 'thuma_couriers_secret', $secret );
	update_option( 'thuma_couriers_result', $words );
}

/** Twice a day: the shop may have moved, got https, or been deleted at Thuma. */
function connect_if_needed(): void {
	$kept = '' === option( 'webhook' ) ? null : call_by_key( 'GET', '/v1/webhooks/' . option( 'webhook' ) );
	if ( ! $kept || 404 === $kept['status'] || ( 200 === $kept['status'] && text( $kept['json'], 'url' ) !== rest_url( 'thuma-couriers/v1/webhook' ) ) ) {
		connect();
	}
}

function disconnect(): void {
	forget_webhook( option( 'webhook' ), site(), option( 'key' ) );
	as_unschedule_all_actions( '', array(), GROUP );
}

function forget_webhook( string $id, string $site, string $key ): void {
	end_webhook( $id, $site, $key );
	foreach ( array( 'webhook', 'secret', 'result' ) as $name ) {
		delete_option( "thuma_couriers_$name" );
	}
}

function end_webhook( string $id, string $site, string $key ): void {
	if ( '' !== $id && '' !== $key ) {
		call_by_key( 'DELETE', untrailingslashit( '' === $site ? SITE : $site ) . "/v1/webhooks/$id", null, array(), $key );
	}
}

/**
 * Takes a call. It only says that something happened: what is true now, Thuma is asked. So repeats, old calls and
 * calls in the wrong order do no harm.
 */
function receive( \WP_REST_Request $request ): \WP_REST_Response {
	$header = fn( $name ) => (string) $request->get_header( "webhook-$name" );
	if ( ! is_signed( $header( 'id' ), $header( 'timestamp' ), $header( 'signature' ), $request->get_body(), option( 'secret' ), time() ) ) {
		return new \WP_REST_Response( null, 401 );
	}
	$data   = json_decode( $request->get_body(), true )['data'] ?? null;
	$id     = is_array( $data ) ? text( $data, 'bookingId' ) : '';
	$orders = '' === $id ? array() : wc_get_orders( array( 'meta_key' => '_thuma_couriers_booking', 'meta_value' => $id, 'limit' => 1 ) ); // phpcs:ignore WordPress.DB.SlowDBQuery
	// Other bookings of the account are none of this shop's. Without an answer of Thuma's, its next try comes later.
	return new \WP_REST_Response( null, ! $orders || ask( $orders[0] ) ? 204 : 503 );
}

/** Whether a call was signed by Thuma, by Standard Webhooks 1.0.0, and not long ago. */
function is_signed( string $id, string $timestamp, string $signatures, string $body, string $secret, int $now ): bool {
	$bytes = base64_decode( preg_replace( '/^whsec_/', '', $secret ), true );
	if ( '' === $id || ! $bytes || ! ctype_digit( $timestamp ) || abs( $now - (int) $timestamp ) > OLDEST_CALL ) {
		return false;
	}
	$right = base64_encode( hash_hmac( 'sha256', "$id.$timestamp.$body", $bytes, true ) );
	foreach ( explode( ' ', $signatures ) as $signature ) {
		if ( hash_equals( "v1,$right", $signature ) ) {
			return true;
		}
	}
	return false;
}
