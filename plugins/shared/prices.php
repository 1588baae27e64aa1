<?php
/** What boxes there are, where parcels are collected, and what one costs. */
namespace Thuma_Couriers;

const POSTAL        = '/^\d{4}$/';
const ANSWERS_KEPT  = 600; // In seconds.
const FAILURES_KEPT = 60;
/** All that a buyer's request may wait for Thuma, in seconds. */
const PATIENCE = 2.0;
/** Set while Thuma doesn't answer. */
const DOWN = 'thuma_couriers_down';

/** Calls Thuma for a buyer, who waits two seconds for all calls together. After a failure none is made for a minute. */
function quick_call( string $method, string $path, ?array $body = null ): array {
	static $waited = 0.0;
	$began = microtime( true );
	if ( PATIENCE - $waited < 0.1 || null !== cached( DOWN ) ) { return array( 'status' => 0, 'json' => array() ); }
	$answer  = call_by_key( $method, $path, $body, array(), null, PATIENCE - $waited ); // Shops of one host don't share a limit then.
	$waited += microtime( true ) - $began;
	if ( may_pass( $answer ) ) {
		cache( DOWN, time(), FAILURES_KEPT );
	}
	return $answer;
}

/** What $ask finds, kept for ten minutes; that it found nothing (null), for one, or while Thuma is down. Shops ask twice. */
function remembered( string $question, callable $ask, bool $anew = false ): ?array {
	static $in_this_request = array();
	$name = 'thuma_couriers_' . md5( site() . ' ' . $question );
	if ( $anew || ! isset( $in_this_request[ $name ] ) ) {
		$kept = $anew ? null : cached( $name );
		if ( ! is_array( $kept ) ) {
			$kept = array( $ask() );
			( null === $kept[0] && null !== cached( DOWN ) ) || cache( $name, $kept, null === $kept[0] ? FAILURES_KEPT : ANSWERS_KEPT );
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

/** Where parcels are collected: our own options, or else the shop's address. */
function sender(): array {
	if ( '' !== option( 'from_address' ) ) {
		return array_map( fn( $name ) => line( option( "from_$name" ) ), array( 'addressLine' => 'address', 'suburb' => 'suburb', 'city' => 'city', 'postal' => 'postal' ) );
	}
	list( $address, $second, $city, $postal ) = array_map( __NAMESPACE__ . '\line', shop_address() );
	list( $street, $rest )                    = fitted( array( $address, $second ), LONGEST['street'] );
	return array( 'addressLine' => $street, 'suburb' => '', 'city' => $city, 'postal' => $postal, 'landmark' => cut( $rest, LONGEST['landmark'] ) );
}

/**
 * What boxes cost to a postal code: box, quantity, total, and net, which is without VAT (the same if Thuma adds none).
 * Null if there is no price, and in a shop whose money isn't the rand.
 */
function price( string $postal, array $box, bool $anew = false ): ?array {
	$asked = array( 'fromPostal' => sender()['postal'], 'toPostal' => $postal, 'quantity' => $box['quantity'] ?? 1, 'selectedBoxId' => $box['id'] );
	if ( '' === $asked['fromPostal'] || '' === $postal || 'ZAR' !== currency() ) { return null; }
	return remembered( json_encode( $asked ), function () use ( $asked ) {
		$answer = quick_call( 'POST', '/v1/quote/local', $asked );
		$totals = (array) ( $answer['json']['pricing']['totals'] ?? array() );
		$total  = (float) text( $totals, 'grandTotal' );
		$net    = (float) text( $totals, 'subtotalExVat' );
		$prices = array( 'box' => $asked['selectedBoxId'], 'quantity' => $asked['quantity'], 'total' => $total, 'net' => $net > 0 ? $net : $total );
		return 200 === $answer['status'] && true === ( $answer['json']['ok'] ?? null ) && $total > 0 ? $prices : null;
	}, $anew );
}

/**
 * What a buyer is offered for contents that have sizes: label, cost, and what is sold for it (box, quantity, total); null if
 * there is no price. A shop that adds VAT to the cost gets it without.
 */
function offer( array $contents, string $postal, bool $is_taxed, string $name ): ?array {
	$box   = box_for( $contents );
	$price = $box ? price( $postal, $box ) : null;
	$cost  = $price ? marked_up( $is_taxed ? $price['net'] : $price['total'] ) : 0;
	$name  = '' === trim( $name ) ? 'Thuma Couriers' : $name;
	$label = ( $price['quantity'] ?? 1 ) > 1 ? sprintf( said( '%1$s (%2$d parcels)' ), $name, $price['quantity'] ) : $name;
	return $cost > 0 ? array( 'label' => $label, 'cost' => $cost, 'sold' => $price ) : null;
}

/** A price with the shop's markup, an amount or a percentage: 10, 10,50 or 10%. */
function marked_up( float $cost ): float {
	$typed = str_replace( array( ' ', 'R', ',' ), array( '', '', '.' ), option( 'markup' ) );
	$added = preg_match( '/^(-?\d+(?:\.\d+)?)(%?)$/', $typed, $read ) ? (float) $read[1] : 0;
	return round( '%' === ( $read[2] ?? '' ) ? $cost * ( 1 + $added / 100 ) : $cost + $added, 2 );
}
