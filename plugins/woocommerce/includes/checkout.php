<?php
/** One more field in both checkouts: "How will the driver find it?" */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** Where WooCommerce keeps what was typed in the blocks checkout. The classic one keeps it there too. */
const LANDMARK_META    = '_wc_other/thuma-couriers/landmark';
const LONGEST_LANDMARK = 120;

add_action( 'woocommerce_init', function () {
	woocommerce_register_additional_checkout_field( array(
		'id'                => 'thuma-couriers/landmark',
		'label'             => __( 'How will the driver find it?', 'thuma-couriers' ),
		'location'          => 'order',
		'attributes'        => array( 'maxLength' => LONGEST_LANDMARK ),
		'sanitize_callback' => fn( $typed ) => landmark( $typed ),
	) );
} );

add_action( 'woocommerce_before_order_notes', function ( $checkout ) {
	if ( WC()->cart && WC()->cart->needs_shipping() ) {
		$field = array( 'label' => __( 'How will the driver find it?', 'thuma-couriers' ), 'maxlength' => LONGEST_LANDMARK, 'class' => array( 'form-row-wide' ) );
		woocommerce_form_field( 'thuma_couriers_landmark', $field, $checkout->get_value( 'thuma_couriers_landmark' ) );
	}
} );

add_action( 'woocommerce_checkout_create_order', function ( $order ) {
	$typed = landmark( wp_unslash( $_POST['thuma_couriers_landmark'] ?? '' ) ); // phpcs:ignore WordPress.Security -- WooCommerce has checked the checkout's nonce.
	'' === $typed || $order->update_meta_data( LANDMARK_META, $typed );
} );

/** What was typed, as one line that Thuma takes. */
function landmark( $typed ): string { return cut( sanitize_text_field( is_string( $typed ) ? $typed : '' ), LONGEST_LANDMARK ); }

/** The beginning of a text. Thuma counts in UTF-16, where some characters count as two. */
function cut( string $text, int $most ): string {
	return mb_substr( $text, 0, max( 0, $most - (int) preg_match_all( '/[\x{10000}-\x{10ffff}]/u', $text ) ) );
}
