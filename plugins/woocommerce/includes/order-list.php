<?php
/** The shop's list of orders: the waybill's column, finding an order by it, and labels for many orders at once. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

const LABELS = 'thuma_couriers_labels';

// Orders in WooCommerce's own tables, and as WordPress posts.
foreach ( array( 'manage_woocommerce_page_wc-orders_columns', 'manage_edit-shop_order_columns' ) as $columns ) {
	add_filter( $columns, fn( $shown ) => $shown + array( 'thuma_couriers' => 'Thuma Couriers' ) );
}
foreach ( array( 'manage_woocommerce_page_wc-orders_custom_column', 'manage_shop_order_posts_custom_column' ) as $column ) {
	add_action( $column, __NAMESPACE__ . '\show_column', 10, 2 );
}
foreach ( array( 'woocommerce_page_wc-orders', 'edit-shop_order' ) as $list ) {
	add_filter( "bulk_actions-$list", fn( $actions ) => $actions + array( LABELS => __( 'Print Thuma’s labels', 'thuma-couriers' ) ) );
	add_filter( "handle_bulk_actions-$list", __NAMESPACE__ . '\print_labels', 10, 3 );
}
foreach ( array( 'woocommerce_order_table_search_query_meta_keys', 'woocommerce_shop_order_search_fields' ) as $searched ) {
	add_filter( $searched, fn( $keys ) => array_merge( (array) $keys, array( '_thuma_couriers_waybill', '_thuma_couriers_number' ) ) );
}

function show_column( $column, $order ): void {
	$order = 'thuma_couriers' === $column ? wc_get_order( $order ) : null;
	if ( ! $order ) { return; }
	$waybill = kept( $order, 'waybill' );
	$link    = '<a href="' . esc_url( kept( $order, 'tracking' ) ) . '">' . esc_html( $waybill ) . '</a>';
	$unpaid  = '' === kept( $order, 'number' ) || 'cancelled' === kept( $order, 'state' ) ? '' : kept( $order, 'number' ) . ' ' . __( '(not paid)', 'thuma-couriers' );
	echo '' === $waybill ? esc_html( $unpaid ) : ( '' === kept( $order, 'tracking' ) ? esc_html( $waybill ) : wp_kses_post( $link ) );
}

/** One PDF with the labels of the chosen orders that are paid, or on account. */
function print_labels( $back, $action, $ids ) {
	if ( LABELS !== $action || ! current_user_can( 'edit_shop_orders' ) ) { return $back; }
	list( $pdf, $words ) = labels_of( array_filter( array_map( 'wc_get_order', array_map( 'absint', (array) $ids ) ) ) );
	if ( '' !== $words ) { leave( $words ); }
	send_pdf( $pdf );
}

function leave( string $words ): void { wp_die( esc_html( $words ), 'Thuma Couriers', array( 'response' => 200, 'back_link' => true ) ); }

function send_pdf( string $bytes ): void {
	nocache_headers();
	header( 'Content-Type: application/pdf' );
	header( 'Content-Disposition: inline; filename="labels.pdf"' );
	echo $bytes; // phpcs:ignore WordPress.Security.EscapeOutput -- a PDF
	exit;
}
