<?php
/** Which box holds an order, and how many of it. */
namespace Thuma_Couriers;

const TOLERANCE = 0.0001; // Sizes are compared as floating-point numbers.
/** An order that needs more has no price: its shop asks us. */
const MOST_PARCELS = 20;
/** Packing more would keep a buyer waiting. */
const MOST_PRODUCTS = 2000;
/** So many products without a size does the shop's owner see. */
const MOST_NOTED = 20;

/** The products that have no weight or size, and so no price. None if the shop has said which box they fit in. */
function unsized( array $products ): array {
	$lacking = array_filter( $products, fn( $product ) => size_of( $product )[0] <= 0 || size_of( $product )[1][2] <= 0 );
	return $lacking && isset( boxes()[ option( 'default_box' ) ] ) ? array() : $lacking;
}

/** Notes products that stopped a price, by their ids. */
function note_unsized( array $ids ): void {
	$noted = (array) stored( 'unsized', array() );
	array_diff( $ids, $noted ) && store( 'unsized', array_slice( array_unique( array_merge( $ids, $noted ) ), 0, MOST_NOTED ) );
}

/** What stands above those of them that still lack a size. */
function unsized_title(): string { return said( 'Buyers got no price from Thuma, because these products have no weight or size. Give them one, or choose the box that a product without a size fits in:' ); }

/** Why a cart has no price, by the names of its products without a size; blank if there are none. */
function unsized_words( array $names ): string {
	$words = said( 'There is no price for delivery, because this shop hasn’t given the size or weight of: %s. Please ask the shop.' );
	return $names ? sprintf( $words, implode( ', ', array_unique( $names ) ) ) : '';
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
