<?php
/** Which box a package needs, and what it costs. */

namespace Thuma_Couriers;

defined( 'ABSPATH' ) || exit;

const ANSWERS_KEPT = 10 * MINUTE_IN_SECONDS;
/** WooCommerce asks twice in a request, and again with each one. */
const FAILURES_KEPT = MINUTE_IN_SECONDS;
/** All that a buyer's request may wait for Thuma. */
const PATIENCE = 2.0;
/** While Thuma doesn't answer. */
const DOWN = 'thuma_couriers_down';
/** Sizes are compared as floating-point numbers. */
const TOLERANCE = 0.0001;

/** Calls Thuma for a buyer who waits. All calls of a request together get two seconds; after a failure none is made for a minute. */
function quick_call( string $method, string $path, ?array $body = null ): array {
	static $waited = 0.0;
	$began = microtime( true );
	$left  = PATIENCE - $waited;
	if ( $left < 0.1 || get_transient( DOWN ) ) {
		return array( 'status' => 0, 'json' => array(), 'location' => '' );
	}
	$answer  = call( $method, $path, $body, array(), $left );
	$waited += microtime( true ) - $began;
	if ( may_pass( $answer ) ) {
		set_transient( DOWN, time(), FAILURES_KEPT );
	}
	return $answer;
}

/** What $ask finds, remembered: what it found for ten minutes, that there is nothing (null) for one. */
function remembered( string $question, callable $ask, bool $anew = false ): ?array {
	static $in_this_request = array();
	$name = 'thuma_couriers_' . md5( site() . ' ' . $question );
	if ( $anew || ! array_key_exists( $name, $in_this_request ) ) {
		$kept = $anew ? null : get_transient( $name );
		if ( ! is_array( $kept ) ) {
			$kept = array( $ask() );
			set_transient( $name, $kept, null === $kept[0] ? FAILURES_KEPT : ANSWERS_KEPT );
		}
		$in_this_request[ $name ] = $kept[0];
	}
	return $in_this_request[ $name ];
}

/** Thuma's boxes, the cheapest first: id, name, sides (longest first), kg, cost. */
function boxes(): array {
	$found = remembered(
		'boxes',
		function () {
			$boxes = array();
			foreach ( quick_call( 'GET', '/v1/boxes' )['json'] as $box ) {
				$sides = is_array( $box ) ? array_map( 'floatval', array_values( (array) ( $box['dimensions'] ?? array() ) ) ) : array();
				if ( 3 === count( $sides ) && is_string( $box['id'] ?? null ) ) {
					rsort( $sides );
					$boxes[] = array( 'id' => $box['id'], 'name' => text( $box, 'name' ), 'sides' => $sides ) +
						array( 'kg' => (float) text( $box, 'maxWeightKg' ), 'cost' => (float) text( $box, 'cost' ) );
				}
			}
			usort( $boxes, fn( $one, $other ) => $one['cost'] <=> $other['cost'] );
			return $boxes ? $boxes : null;
		}
	);
	return $found ?? array();
}

/**
 * The cheapest of the chosen boxes that holds all products: their weight, each longest side, and the sum of volumes.
 *
 * @param array $contents product and quantity of each line
 */
function box_for( array $contents ): ?array {
	$boxes  = array_column( boxes(), null, 'id' );
	$chosen = array_filter( array_map( 'trim', explode( ',', option( 'boxes' ) ) ) );
	$usual  = $boxes[ option( 'default_box' ) ] ?? null;
	$kg     = 0;
	$volume = 0;
	$sides  = array( 0, 0, 0 );
	foreach ( $contents as list( $product, $quantity ) ) {
		$weight = (float) wc_get_weight( (float) $product->get_weight(), 'kg' );
		$of     = array( $product->get_length(), $product->get_width(), $product->get_height() );
		$of     = array_map( fn( $side ) => (float) wc_get_dimension( (float) $side, 'cm' ), $of );
		rsort( $of );
		if ( ( $weight <= 0 || $of[2] <= 0 ) && ! $usual ) {
			return null;
		}
		$of      = $of[2] > 0 ? $of : $usual['sides'];
		$sides   = array_map( 'max', $sides, $of );
		$volume += array_product( $of ) * $quantity;
		$kg     += ( $weight > 0 ? $weight : $usual['kg'] ) * $quantity;
	}
	foreach ( $kg > 0 ? $boxes : array() as $box ) {
		$is_chosen = ! $chosen || in_array( $box['id'], $chosen, true );
		$exceeded  = array_filter( array_map( fn( $side, $most ) => $side > $most + TOLERANCE, $sides, $box['sides'] ) );
		if ( $is_chosen && ! $exceeded && $kg <= $box['kg'] + TOLERANCE && $volume <= array_product( $box['sides'] ) + TOLERANCE ) {
			return $box;
		}
	}
	return null;
}

/** Where parcels are collected: our own options, or else the shop's address. */
function sender(): array {
	if ( '' !== option( 'from_address' ) ) {
		$lines = array( option( 'from_address' ), option( 'from_suburb' ), option( 'from_city' ), option( 'from_postal' ) );
	} else {
		$of_shop = fn( $name ) => trim( (string) get_option( "woocommerce_store_$name", '' ) );
		$lines   = array_map( $of_shop, array( 'address', 'address_2', 'city', 'postcode' ) );
	}
	return array_combine( array( 'addressLine', 'suburb', 'city', 'postal' ), $lines );
}

/**
 * What one of these boxes costs to a postal code; null if there is no price. Without VAT it is the same where Thuma
 * isn't registered for VAT.
 *
 * @return array|null box, total, net
 */
function price( string $postal, array $box, bool $anew = false ): ?array {
	$asked = array( 'fromPostal' => sender()['postal'], 'toPostal' => $postal, 'quantity' => 1, 'selectedBoxId' => $box['id'] );
	if ( '' === $asked['fromPostal'] || '' === $postal || 'ZAR' !== get_woocommerce_currency() ) {
		return null;
	}
	return remembered(
		wp_json_encode( $asked ),
		function () use ( $asked, $box ) {
			$answer = quick_call( 'POST', '/v1/quote/local', $asked );
			$totals = $answer['json']['pricing']['totals'] ?? null;
			$total  = is_array( $totals ) ? (float) text( $totals, 'grandTotal' ) : 0;
			if ( 200 !== $answer['status'] || true !== ( $answer['json']['ok'] ?? null ) || $total <= 0 ) {
				return null;
			}
			$net = (float) text( $totals, 'subtotalExVat' );
			return array( 'box' => $box['id'], 'total' => $total, 'net' => $net > 0 ? $net : $total );
		},
		$anew
	);
}

/** A price with the shop's markup, an amount or a percentage: 10, 10,50 or 10%. */
function marked_up( float $cost ): float {
	$typed = str_replace( array( ' ', 'R', ',' ), array( '', '', '.' ), option( 'markup' ) );
	if ( ! preg_match( '/^(-?\d+(?:\.\d+)?)(%?)$/', $typed, $read ) ) {
		return $cost;
	}
	return round( '%' === $read[2] ? $cost * ( 1 + $read[1] / 100 ) : $cost + $read[1], 2 );
}

/** WooCommerce keeps a cart's rates until the cart changes. Ours end with what we keep, and when Thuma answers again. */
add_filter(
	'woocommerce_cart_shipping_packages',
	function ( $packages ) {
		foreach ( $packages as &$package ) {
			$package['thuma_couriers'] = array( floor( time() / ANSWERS_KEPT ), get_transient( DOWN ) );
		}
		return $packages;
	}
);
