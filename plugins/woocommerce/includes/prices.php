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
/** An order that needs more has no price: its shop asks us. */
const MOST_PARCELS = 20;
/** Packing more would keep a buyer waiting. */
const MOST_PRODUCTS = 2000;

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

/** Weight in kg, and sides in cm, the longest first, of a product; 0 where its shop hasn't given them. */
function size_of( $product ): array {
	$sides = array( $product->get_length(), $product->get_width(), $product->get_height() );
	$sides = array_map( fn( $side ) => (float) wc_get_dimension( (float) $side, 'cm' ), $sides );
	rsort( $sides );
	return array( (float) wc_get_weight( (float) $product->get_weight(), 'kg' ), $sides );
}

/** The products that have no weight or size, and so no price. None if the shop has said which box they fit in. */
function unsized( array $products ): array {
	$lacks = fn( $product ) => size_of( $product )[0] <= 0 || size_of( $product )[1][2] <= 0;
	return isset( boxes()[ option( 'default_box' ) ] ) ? array() : array_filter( $products, $lacks );
}

/**
 * The cheapest of the chosen boxes that holds all products: their weight, each longest side, and the sum of volumes. If
 * none does, the one of which the fewest do. $contents has product and quantity of each line. quantity says how many.
 */
function box_for( array $contents ): ?array {
	$chosen = array_filter( array_map( 'trim', explode( ',', option( 'boxes' ) ) ) );
	$usual  = boxes()[ option( 'default_box' ) ] ?? null;
	if ( ! $contents || unsized( array_column( $contents, 0 ) ) ) { return null; }
	$lines = array();
	foreach ( $contents as list( $product, $quantity ) ) {
		list( $kg, $sides ) = size_of( $product );
		$sides   = $sides[2] > 0 ? $sides : $usual['sides'];
		$lines[] = array( 'kg' => $kg > 0 ? $kg : $usual['kg'], 'sides' => $sides, 'volume' => array_product( $sides ), 'quantity' => $quantity );
	}
	$boxes  = array_filter( boxes(), fn( $box ) => ! $chosen || in_array( $box['id'], $chosen, true ) );
	$sum    = fn( $what ) => array_sum( array_map( fn( $line ) => $line[ $what ] * $line['quantity'], $lines ) );
	$all    = array( 'kg' => $sum( 'kg' ), 'sides' => array_map( 'max', array( 0, 0, 0 ), ...array_column( $lines, 'sides' ) ), 'volume' => $sum( 'volume' ) );
	$fewest = MOST_PARCELS + 1;
	foreach ( $boxes as $box ) {
		if ( holds( room_of( $box ), $all ) ) { return array( 'quantity' => 1 ) + $box; }
	}
	foreach ( $boxes as $box ) {
		$needed = parcels_for( $box, $lines, $fewest );
		if ( $needed < $fewest ) { list( $fewest, $best ) = array( $needed, $box ); }
	}
	return isset( $best ) ? array( 'quantity' => $fewest ) + $best : null;
}

function room_of( array $box ): array { return $box + array( 'volume' => array_product( $box['sides'] ) ); }

function holds( array $room, array $what ): bool {
	$exceeded = array_filter( array_map( fn( $side, $most ) => $side > $most + TOLERANCE, $what['sides'], $room['sides'] ) );
	return ! $exceeded && $what['kg'] <= $room['kg'] + TOLERANCE && $what['volume'] <= $room['volume'] + TOLERANCE;
}

/** How many of a box hold all products, each put into the first that has room for it, the largest first; $too_many if it is that many. */
function parcels_for( array $box, array $lines, int $too_many ): int {
	usort( $lines, fn( $one, $other ) => $other['volume'] <=> $one['volume'] );
	$parcels = array();
	$left    = MOST_PRODUCTS;
	foreach ( $lines as $line ) {
		for ( $each = 0; $each < $line['quantity']; $each++ ) {
			if ( --$left < 0 || ! holds( room_of( $box ), $line ) ) { return $too_many; }
			$with_room = array_filter( $parcels, fn( $room ) => holds( $room, $line ) );
			$at        = $with_room ? array_keys( $with_room )[0] : count( $parcels );
			if ( $at + 1 >= $too_many ) { return $too_many; }
			$parcels[ $at ]            = $parcels[ $at ] ?? room_of( $box );
			$parcels[ $at ]['kg']     -= $line['kg'];
			$parcels[ $at ]['volume'] -= $line['volume'];
		}
	}
	return count( $parcels );
}

/** Where parcels are collected: our own options, or else the shop's address. */
function sender(): array {
	if ( '' !== option( 'from_address' ) ) {
		return array_map( fn( $name ) => line( option( "from_$name" ) ), array( 'addressLine' => 'address', 'suburb' => 'suburb', 'city' => 'city', 'postal' => 'postal' ) );
	}
	list( $address, $second, $city, $postal ) = array_map( fn( $name ) => line( get_option( "woocommerce_store_$name", '' ) ), array( 'address', 'address_2', 'city', 'postcode' ) );
	list( $street, $rest )                    = fitted( array( $address, $second ), LONGEST['street'] );
	return array( 'addressLine' => $street, 'suburb' => '', 'city' => $city, 'postal' => $postal, 'landmark' => cut( $rest, LONGEST['landmark'] ) );
}

/**
 * What boxes cost to a postal code: box, quantity, total, and net, which is without VAT (the same if Thuma adds none).
 * Null if there is no price, and in a shop whose money isn't the rand.
 */
function price( string $postal, array $box, bool $anew = false ): ?array {
	$asked = array( 'fromPostal' => sender()['postal'], 'toPostal' => $postal, 'quantity' => $box['quantity'] ?? 1, 'selectedBoxId' => $box['id'] );
	if ( '' === $asked['fromPostal'] || '' === $postal || 'ZAR' !== get_woocommerce_currency() ) { return null; }
	return remembered( wp_json_encode( $asked ), function () use ( $asked ) {
		$answer = quick_call( 'POST', '/v1/quote/local', $asked );
		$totals = (array) ( $answer['json']['pricing']['totals'] ?? array() );
		$total  = (float) text( $totals, 'grandTotal' );
		$net    = (float) text( $totals, 'subtotalExVat' );
		$prices = array( 'box' => $asked['selectedBoxId'], 'quantity' => $asked['quantity'], 'total' => $total, 'net' => $net > 0 ? $net : $total );
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
