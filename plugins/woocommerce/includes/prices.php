<?php
/** Which box a package needs, and what it costs. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

const ANSWERS_KEPT  = 10 * MINUTE_IN_SECONDS;
const FAILURES_KEPT = MINUTE_IN_SECONDS;
/** All that a buyer's request may wait for Thuma, in seconds. */
const PATIENCE = 2.0;
/** Set while Thuma doesn't answer. */
const DOWN = 'thuma_couriers_down';
const TOLERANCE = 0.0001; // Sizes are compared as floating-point numbers.

/** Calls Thuma for a buyer, who waits two seconds for all calls together. After a failure none is made for a minute. */
function quick_call( string $method, string $path, ?array $body = null ): array {
	static $waited = 0.0;
	$began = microtime( true );
	if ( PATIENCE - $waited < 0.1 || get_transient( DOWN ) ) { return array( 'status' => 0, 'json' => array() ); }
	$answer  = call_by_key( $method, $path, $body, array(), null, PATIENCE - $waited ); // Shops of one host don't share a limit then.
	$waited += microtime( true ) - $began;
	if ( may_pass( $answer ) ) {
		set_transient( DOWN, time(), FAILURES_KEPT );
	}
	return $answer;
}

/** What $ask finds, kept for ten minutes; that it found nothing (null), for one, or while Thuma is down. WooCommerce asks twice. */
function remembered( string $question, callable $ask, bool $anew = false ): ?array {
	static $in_this_request = array();
	$name = 'thuma_couriers_' . md5( site() . ' ' . $question );
	if ( $anew || ! isset( $in_this_request[ $name ] ) ) {
		$kept = $anew ? null : get_transient( $name );
		if ( ! is_array( $kept ) ) {
			$kept = array( $ask() );
			( null === $kept[0] && get_transient( DOWN ) ) || set_transient( $name, $kept, null === $kept[0] ? FAILURES_KEPT : ANSWERS_KEPT );
		}
		$in_this_request[ $name ] = $kept;
	}
	return $in_this_request[ $name ][0];
}

/** Thuma's boxes by their ids, the cheapest first: id, name, sides (longest first), kg, cost. */
function boxes(): array {
	$found = remembered( 'boxes', function () {
		$boxes = array();
		foreach ( quick_call( 'GET', '/v1/boxes' )['json'] as $box ) {
			$sides = is_array( $box ) ? array_map( 'floatval', array_values( (array) ( $box['dimensions'] ?? array() ) ) ) : array();
			if ( 3 === count( $sides ) && '' !== text( $box, 'id' ) ) {
				rsort( $sides );
				$numbers = array( 'kg' => (float) text( $box, 'maxWeightKg' ), 'cost' => (float) text( $box, 'cost' ) );
				$boxes[] = array( 'id' => text( $box, 'id' ), 'name' => text( $box, 'name' ), 'sides' => $sides ) + $numbers;
			}
		}
		usort( $boxes, fn( $one, $other ) => $one['cost'] <=> $other['cost'] );
		return $boxes ? array_column( $boxes, null, 'id' ) : null;
	} );
	return $found ?? array();
}

/**
 * The cheapest of the chosen boxes that holds all products: their weight, each longest side, and the sum of volumes.
 * $contents has product and quantity of each line.
 */
function box_for( array $contents ): ?array {
	$chosen = array_filter( array_map( 'trim', explode( ',', option( 'boxes' ) ) ) );
	$usual  = boxes()[ option( 'default_box' ) ] ?? null;
	$kg     = 0;
	$volume = 0;
	$sides  = array( 0, 0, 0 );
	foreach ( $contents as list( $product, $quantity ) ) {
		$weight = (float) wc_get_weight( (float) $product->get_weight(), 'kg' );
		$size   = array( $product->get_length(), $product->get_width(), $product->get_height() );
		$size   = array_map( fn( $side ) => (float) wc_get_dimension( (float) $side, 'cm' ), $size );
		rsort( $size );
		if ( ( $weight <= 0 || $size[2] <= 0 ) && ! $usual ) { return null; }
		$size    = $size[2] > 0 ? $size : $usual['sides'];
		$sides   = array_map( 'max', $sides, $size );
		$volume += array_product( $size ) * $quantity;
		$kg     += ( $weight > 0 ? $weight : $usual['kg'] ) * $quantity;
	}
	foreach ( $contents ? boxes() : array() as $id => $box ) {
		$exceeded = array_filter( array_map( fn( $side, $most ) => $side > $most + TOLERANCE, $sides, $box['sides'] ) );
		$holds    = ! $exceeded && $kg <= $box['kg'] + TOLERANCE && $volume <= array_product( $box['sides'] ) + TOLERANCE;
		if ( $holds && ( ! $chosen || in_array( (string) $id, $chosen, true ) ) ) { return $box; }
	}
	return null;
}

/** Where parcels are collected: our own options, or else the shop's address. */
function sender(): array {
	$ours  = array_map( __NAMESPACE__ . '\option', array( 'from_address', 'from_suburb', 'from_city', 'from_postal' ) );
	$shops = array_map( fn( $name ) => trim( (string) get_option( "woocommerce_store_$name", '' ) ), array( 'address', 'address_2', 'city', 'postcode' ) );
	return array_combine( array( 'addressLine', 'suburb', 'city', 'postal' ), '' === $ours[0] ? $shops : $ours );
}

/**
 * What a box costs to a postal code: box, total, and net, which is without VAT (the same if Thuma adds none). Null if
 * there is no price, and in a shop whose money isn't the rand.
 */
function price( string $postal, array $box, bool $anew = false ): ?array {
	$asked = array( 'fromPostal' => sender()['postal'], 'toPostal' => $postal, 'quantity' => 1, 'selectedBoxId' => $box['id'] );
	if ( '' === $asked['fromPostal'] || '' === $postal || 'ZAR' !== get_woocommerce_currency() ) { return null; }
	return remembered( wp_json_encode( $asked ), function () use ( $asked, $box ) {
		$answer = quick_call( 'POST', '/v1/quote/local', $asked );
		$totals = (array) ( $answer['json']['pricing']['totals'] ?? array() );
		$total  = (float) text( $totals, 'grandTotal' );
		$net    = (float) text( $totals, 'subtotalExVat' );
		$prices = array( 'box' => $box['id'], 'total' => $total, 'net' => $net > 0 ? $net : $total );
		return 200 === $answer['status'] && true === ( $answer['json']['ok'] ?? null ) && $total > 0 ? $prices : null;
	}, $anew );
}

/** A price with the shop's markup, an amount or a percentage: 10, 10,50 or 10%. */
function marked_up( float $cost ): float {
	$typed = str_replace( array( ' ', 'R', ',' ), array( '', '', '.' ), option( 'markup' ) );
	$added = preg_match( '/^(-?\d+(?:\.\d+)?)(%?)$/', $typed, $read ) ? (float) $read[1] : 0;
	return round( '%' === ( $read[2] ?? '' ) ? $cost * ( 1 + $added / 100 ) : $cost + $added, 2 );
}

/** WooCommerce keeps a cart's rates until the cart changes. Ours end when our memory does, and when Thuma answers again. */
add_filter( 'woocommerce_cart_shipping_packages', function ( $packages ) {
	$until = array( 'thuma_couriers' => array( floor( time() / ANSWERS_KEPT ), get_transient( DOWN ) ) );
	return array_map( fn( $package ) => $package + $until, $packages );
} );
