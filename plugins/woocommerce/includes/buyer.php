<?php
/** What a buyer is told: where the parcel is, and why there is no price. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** WooCommerce emails a note to the buyer, and My account shows it. It can be switched off there: Emails, Customer note. */
function tell_buyer( \WC_Order $order ): void {
	$words = tracking_words( $order );
	'' === $words || $order->add_order_note( esc_html( $words ), 1 );
}

function show_tracking( $order, bool $is_plain = false ): void {
	$words = $order instanceof \WC_Order ? tracking_words( $order ) : '';
	if ( '' === $words ) { return; }
	echo $is_plain ? "\n" . wp_strip_all_tags( $words ) . "\n" : '<p class="thuma-couriers">' . wp_kses_post( make_clickable( esc_html( $words ) ) ) . '</p>'; // phpcs:ignore WordPress.Security.EscapeOutput -- plain text
}
add_action( 'woocommerce_order_details_after_order_table', __NAMESPACE__ . '\show_tracking', 10, 1 );
add_action( 'woocommerce_email_after_order_table', function ( $order, $to_admin = false, $is_plain = false, $email = null ) {
	// The note that the email is about has said it.
	$to_admin || 'customer_note' === ( $email->id ?? '' ) || show_tracking( $order, $is_plain );
}, 10, 4 );

/** Why a cart has no price at all, in a shop that has no other way of shipping; blank if it isn't for its products' sizes. */
function no_price_words(): string {
	if ( ! WC()->cart || ! WC()->cart->needs_shipping() ) { return ''; }
	$names = array();
	foreach ( WC()->cart->get_shipping_packages() as $package ) {
		$methods  = \WC_Shipping_Zones::get_zone_matching_package( $package )->get_shipping_methods( true );
		$is_ours  = array( 'thuma_couriers' ) === array_values( array_unique( array_column( $methods, 'id' ) ) );
		$products = array_filter( array_column( $is_ours ? $package['contents'] : array(), 'data' ), fn( $product ) => $product->needs_shipping() );
		$names    = array_merge( $names, array_map( fn( $product ) => plain( wp_strip_all_tags( $product->get_name() ) ), unsized( $products ) ) );
	}
	return unsized_words( $names );
}

/** The classic cart and checkout say it instead of WooCommerce's own words, the blocks above themselves. */
function instead( $html ) {
	$words = no_price_words();
	return '' === $words ? $html : esc_html( $words );
}
add_filter( 'woocommerce_no_shipping_available_html', __NAMESPACE__ . '\instead' );
add_filter( 'woocommerce_cart_no_shipping_available_html', __NAMESPACE__ . '\instead' );
foreach ( array( 'cart', 'checkout' ) as $block ) {
	add_filter( "render_block_woocommerce/$block", function ( $html ) {
		$words = no_price_words();
		return '' === $words ? $html : '<div class="woocommerce-info" role="status">' . esc_html( $words ) . '</div>' . $html;
	} );
}
