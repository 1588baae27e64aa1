<?php
/** OpenCart's orders, as the shared files see them, and work in the background. */
namespace Thuma_Couriers;

const KEY_BEGINS = 'oc';
/** In seconds: another worker takes an order over from one that was killed. */
const LEASE = 300;
/** How long a request waits for the work that it started: it goes on without it. */
const STARTED_WITHIN = 0.5;
/** OpenCart's own numbers of statuses, for a shop that hasn't chosen: Processing, Pending, Complete; Canceled, Denied, Failed, Refunded, Voided. */
const PAID = array( 2 );
const OVER = array( 7, 8, 10, 11, 16 );
const HELD = 1;
const DONE = 5;
/** Where we keep what we know of orders: name and value. */
const TABLE = 'CREATE TABLE IF NOT EXISTS __thuma_couriers (order_id INT NOT NULL, name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (order_id, name), KEY known_by (name, value(40))) CHARACTER SET utf8mb4';

function order_of( int $id ): ?object {
	$rows = sql( 'SELECT o.*, c.iso_code_2 AS country FROM __order o LEFT JOIN __country c ON c.country_id = o.shipping_country_id WHERE o.order_id = ?', $id );
	return $rows ? (object) $rows[0] : null;
}

function order_of_booking( string $id ): ?object {
	$rows = sql( "SELECT order_id FROM __thuma_couriers WHERE name = 'booking' AND value = ?", $id );
	return $rows ? order_of( (int) $rows[0]['order_id'] ) : null;
}

function id_of( object $order ): int { return (int) $order->order_id; }
function order_number( object $order ): string { return (string) $order->order_id; }
function is_over( object $order ): bool { return in_array( (int) $order->order_status_id, numbers( 'over', OVER ), true ); }

/** What we keep of an order; blank if nothing. */
function kept( object $order, string $name ): string {
	return (string) ( sql( 'SELECT value FROM __thuma_couriers WHERE order_id = ? AND name = ?', id_of( $order ), $name )[0]['value'] ?? '' );
}

/** Keeps values by their names. A blank one is removed. */
function keep( object $order, array $values ): void {
	foreach ( $values as $name => $value ) {
		'' === $value ? sql( 'DELETE FROM __thuma_couriers WHERE order_id = ? AND name = ?', id_of( $order ), $name ) : sql( 'REPLACE INTO __thuma_couriers SET order_id = ?, name = ?, value = ?', id_of( $order ), $name, (string) $value );
	}
}

/** A line for the shop alone: on the order's own page, under Thuma Couriers. */
function note( object $order, string $words, string ...$values ): void {
	keep( $order, array( sprintf( 'note %.4f', microtime( true ) ) => gmdate( 'Y-m-d H:i', time() + 7200 ) . ' ' . vsprintf( $words, $values ) ) );
	usleep( 200 ); // The next has another name.
}

function notes( object $order ): array {
	return array_column( sql( "SELECT value FROM __thuma_couriers WHERE order_id = ? AND name LIKE 'note %' ORDER BY name", id_of( $order ) ), 'value' );
}

/** What is sold, in the rate's code: box, quantity and cents. Of a rate OpenCart keeps nothing else when a person edits the order. */
function code_of( array $sold ): string { return "{$sold['box']}_{$sold['quantity']}_" . round( 100 * $sold['total'] ); }

/** What was sold by our rate; null if another was chosen. */
function our_rate( object $order ): ?array {
	$code = ( (array) json_decode( (string) $order->shipping_method, true ) )['code'] ?? '';
	if ( ! is_ours_by_code( $code ) ) { return null; }
	return preg_match( '/\.([a-z0-9-]+)_(\d+)_(\d+)$/', $code, $read ) ? array( 'box' => $read[1], 'quantity' => $read[2], 'total' => (string) ( $read[3] / 100 ) ) : array();
}

function is_ours_by_code( $code ): bool { return is_string( $code ) && 0 === strpos( $code, 'thuma_couriers.' ); }
function is_ours( object $order ): bool { return null !== our_rate( $order ); }
function sold( object $order, string $name ): string { return (string) ( our_rate( $order )[ $name ] ?? '' ); }

/** The statuses that stand for one of ours. A move takes the first. */
function statuses( string $status ): array {
	$known = array( 'processing' => numbers( 'paid', PAID ), 'on-hold' => numbers( 'held', array( HELD ) ), 'completed' => numbers( 'done', array( DONE ) ) );
	return $known[ $status ];
}

function is_now( object $order, string $status ): bool { return in_array( (int) $order->order_status_id, statuses( $status ), true ); }

function move( object $order, string $status, string $why = '' ): void {
	add_history( $order, statuses( $status )[0], $why, 'completed' === $status );
	'' === $why || note( $order, '%s', $why );
}

/** OpenCart emails a line of the history to the buyer, and My account shows it, if they are told. */
function add_history( object $order, int $status, string $words, bool $is_told ): void {
	oc( 'load' )->model( 'checkout/order' );
	oc( 'model_checkout_order' )->addHistory( id_of( $order ), $status, htmlspecialchars( $words ), $is_told, true );
	$order->order_status_id = $status;
}

function tell_buyer( object $order ): void {
	$words = tracking_words( $order );
	$now   = order_of( id_of( $order ) );
	'' === $words || ! $now || add_history( $now, (int) $now->order_status_id, $words, true );
}

/** What the buyer typed, and their comment. */
function typed( object $order ): array {
	$typed = array( 'first_name' => $order->shipping_firstname, 'last_name' => $order->shipping_lastname, 'phone' => $order->telephone, 'email' => $order->email, 'note' => $order->comment );
	foreach ( array( 'company', 'address_1', 'address_2', 'city', 'postcode' ) as $name ) { $typed[ $name ] = $order->{"shipping_$name"}; }
	return $typed;
}

function product_names( object $order ): array {
	$names = array_column( sql( 'SELECT name FROM __order_product WHERE order_id = ? ORDER BY order_product_id', id_of( $order ) ), 'name' );
	return array_map( fn( $name ) => strip_tags( plain( $name ) ), $names );
}

/** Product and quantity of what is shipped. Options, such as a larger bag, weigh more or less, as OpenCart's cart counts them. */
function contents( object $order ): array {
	$chosen = "SELECT SUM(IF(v.weight_prefix = '-', -v.weight, v.weight)) FROM __order_option c JOIN __product_option_value v ON v.product_option_value_id = c.product_option_value_id WHERE c.order_product_id = o.order_product_id";
	$rows   = sql( "SELECT p.*, o.quantity AS ordered, p.weight + COALESCE(($chosen), 0) AS weight FROM __order_product o JOIN __product p ON p.product_id = o.product_id WHERE o.order_id = ? AND p.shipping = 1 ORDER BY o.order_product_id", id_of( $order ) );
	return array_map( fn( $row ) => array( $row, (float) $row['ordered'] ), $rows );
}

/** What the buyer paid for shipping, with its VAT as far as OpenCart says. */
function paid_for_shipping( object $order ): float {
	return (float) ( sql( "SELECT SUM(value) AS paid FROM __order_total WHERE order_id = ? AND code = 'shipping'", id_of( $order ) )[0]['paid'] ?? 0 );
}

/** Where a person books: only the administration knows its own address. */
function book_page( object $order ): string { return sprintf( said( 'Sales, Orders, order %d, Thuma Couriers.' ), id_of( $order ) ); }

function work_later( object $order, int $seconds ): void { keep( $order, array( 'work_at' => (string) ( time() + $seconds ) ) ); }

/** Starts the work that is due, in a request of its own, and goes on. */
function start_work(): void { http( 'POST', door( 'work' ), array(), '', STARTED_WITHIN, 1024 ); }

/** Does what is due. Each order is one worker's for some minutes; if that is killed, another's. Returns how many orders it were. */
function work_that_is_due( int $most = 20 ): int {
	$due = sql( "SELECT order_id, value FROM __thuma_couriers WHERE name = 'work_at' AND CAST(value AS UNSIGNED) <= ? ORDER BY CAST(value AS UNSIGNED), order_id LIMIT " . $most, time() );
	foreach ( $due as $row ) {
		$id    = (int) $row['order_id'];
		$lease = time() + LEASE . '.' . random_int( 0, PHP_INT_MAX ); // No two workers have the same.
		if ( 1 !== sql( "UPDATE __thuma_couriers SET value = ? WHERE order_id = ? AND name = 'work_at' AND value = ?", $lease, $id, $row['value'] ) ) { continue; }
		try {
			$asks = 0 < sql( "DELETE FROM __thuma_couriers WHERE order_id = ? AND name = 'asks'", $id );
			work( $id, $asks );
			// Whatever made it due again meanwhile, stays.
			sql( "DELETE FROM __thuma_couriers WHERE order_id = ? AND name = 'work_at' AND value = ?", $id, $lease );
		} catch ( \Throwable $error ) {
			oc( 'log' )->write( 'Thuma Couriers: ' . $error->getMessage() );
		}
	}
	return count( $due );
}

/** Makes all orders under way due: for shops that Thuma can't call, and for what was missed. */
function ask_all(): void {
	'' === option( 'secret' ) && store( 'connected', null );
	connect_at( door( 'webhook' ) );
	$statuses = implode( ',', array_merge( statuses( 'processing' ), statuses( 'on-hold' ) ) );
	foreach ( sql( "SELECT order_id FROM __order WHERE order_status_id IN ($statuses) AND date_added > NOW() - INTERVAL 60 DAY AND shipping_method LIKE '%\"thuma\\_couriers.%' ORDER BY order_id DESC LIMIT 200" ) as $row ) {
		$order = (object) $row;
		keep( $order, array( 'asks' => '1' ) );
		'' === kept( $order, 'work_at' ) && work_later( $order, 0 );
	}
}
