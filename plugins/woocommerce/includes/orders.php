<?php
/** WooCommerce's orders, as the shared files see them, and work in the background. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** The action of one order, which does whatever is due for it. Doing it again is safe. */
const WORK = 'thuma_couriers_order';
/** Twice a day: asks about orders under way, for shops that Thuma can't call, and books what was missed. */
const ASK_ALL = 'thuma_couriers_ask_all';
const GROUP   = 'thuma-couriers';
const KEY_BEGINS = 'wc';

foreach ( array( 'processing', 'cancelled', 'refunded' ) as $status ) { add_action( "woocommerce_order_status_$status", __NAMESPACE__ . '\in_background' ); }
add_action( WORK, __NAMESPACE__ . '\work', 10, 2 );
add_action( ASK_ALL, __NAMESPACE__ . '\ask_all' );
// A worker was killed: Action Scheduler finds that out after five minutes, and gives the action up.
add_action( 'action_scheduler_failed_action', function ( $action_id ) {
	$action = \ActionScheduler::store()->fetch_action( $action_id );
	$order  = WORK === $action->get_hook() ? wc_get_order( $action->get_args()[0] ?? 0 ) : null;
	$order && again( $order );
} );
add_action( 'admin_init', function () {
	if ( ! as_has_scheduled_action( ASK_ALL, array(), GROUP ) ) {
		as_schedule_recurring_action( time() + 12 * HOUR_IN_SECONDS, 12 * HOUR_IN_SECONDS, ASK_ALL, array(), GROUP );
	}
} );

function in_background( $order_id, $asks = null ): void {
	as_enqueue_async_action( WORK, array( (int) $order_id, true === $asks ), GROUP );
}

/** What we keep of an order; blank if nothing. */
function kept( \WC_Order $order, string $name ): string { return (string) $order->get_meta( "_thuma_couriers_$name" ); }

/** Keeps values by their names. A blank one is removed. */
function keep( \WC_Order $order, array $values ): void {
	foreach ( $values as $name => $value ) {
		// WordPress takes a level of slashes out of what is stored.
		'' === $value ? $order->delete_meta_data( "_thuma_couriers_$name" ) : $order->update_meta_data( "_thuma_couriers_$name", is_string( $value ) ? wp_slash( $value ) : $value );
	}
	$order->save_meta_data();
}

function note( \WC_Order $order, string $words, string ...$values ): void {
	$order->add_order_note( make_clickable( esc_html( vsprintf( $words, $values ) ) ) );
}

/** The order's line of our method, with box and price. */
function our_line( \WC_Order $order ): ?\WC_Order_Item_Shipping {
	$ours = array_filter( $order->get_shipping_methods(), fn( $line ) => 'thuma_couriers' === $line->get_method_id() );
	return array_values( $ours )[0] ?? null;
}

function is_over( \WC_Order $order ): bool { return $order->has_status( array( 'cancelled', 'refunded', 'failed', 'trash' ) ); }

function order_of( int $id ): ?\WC_Order {
	$order = wc_get_order( $id );
	$order && $order->read_meta_data( true );
	return $order ? $order : null;
}

function order_of_booking( string $id ): ?\WC_Order {
	return wc_get_orders( array( 'meta_key' => '_thuma_couriers_booking', 'meta_value' => $id, 'limit' => 1 ) )[0] ?? null; // phpcs:ignore WordPress.DB.SlowDBQuery
}

function is_ours( \WC_Order $order ): bool { return null !== our_line( $order ); }
function id_of( \WC_Order $order ): int { return $order->get_id(); }
function order_number( \WC_Order $order ): string { return $order->get_order_number(); }
function shop_url(): string { return home_url(); }
function is_now( \WC_Order $order, string $status ): bool { return $order->has_status( $status ); }
function move( \WC_Order $order, string $status, string $why = '' ): void { $order->update_status( $status, $why ); }
function product_names( \WC_Order $order ): array { return array_map( fn( $item ) => wp_strip_all_tags( $item->get_name() ), $order->get_items() ); }
function contents( \WC_Order $order ): array {
	$lines = array_map( fn( $item ) => array( $item->get_product(), (float) $item->get_quantity() ), $order->get_items() );
	return array_filter( $lines, fn( $line ) => $line[0] && $line[0]->needs_shipping() );
}
function work_later( \WC_Order $order, int $seconds ): void { as_schedule_single_action( time() + $seconds, WORK, array( $order->get_id(), false ), GROUP ); }

/** What was sold by our rate: box, quantity or total; blank if another was chosen. */
function sold( \WC_Order $order, string $name ): string {
	$line = our_line( $order );
	return $line ? (string) $line->get_meta( "_thuma_couriers_$name" ) : '';
}

/** What the buyer typed, and the shop's customer note. */
function typed( \WC_Order $order ): array {
	$side  = $order->has_shipping_address() ? 'shipping' : 'billing';
	$names = array( 'first_name', 'last_name', 'company', 'address_1', 'address_2', 'city', 'postcode' );
	$typed = array_combine( $names, array_map( fn( $name ) => $order->{"get_{$side}_$name"}(), $names ) );
	$phone = line( $order->get_shipping_phone() );
	return $typed + array( 'phone' => '' === $phone ? $order->get_billing_phone() : $phone, 'email' => $order->get_billing_email(), 'landmark' => $order->get_meta( LANDMARK_META ), 'note' => $order->get_customer_note() );
}

function ask_all(): void {
	'' === option( 'secret' ) && delete_option( 'thuma_couriers_connected' ); // It is tried again when this request ends.
	$recent = array( 'status' => array( 'processing', 'on-hold' ), 'date_created' => '>' . ( time() - 60 * DAY_IN_SECONDS ), 'limit' => 200, 'return' => 'ids' );
	array_map( fn( $order_id ) => in_background( $order_id, true ), wc_get_orders( $recent ) );
}
