<?php
/** What both checkouts ask for where our rate is chosen: how the driver finds it, a phone, and a door. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** Where WooCommerce keeps what was typed in the blocks checkout. The classic one keeps it there too. */
const LANDMARK_META = '_wc_other/thuma-couriers/landmark';

add_action( 'woocommerce_init', function () {
	woocommerce_register_additional_checkout_field( array(
		'id'                => 'thuma-couriers/landmark',
		'label'             => __( 'How will the driver find it?', 'thuma-couriers' ),
		'location'          => 'order',
		'attributes'        => array( 'maxLength' => LONGEST['landmark'] ),
		'sanitize_callback' => fn( $typed ) => landmark( $typed ),
	) );
} );

add_action( 'woocommerce_before_order_notes', function ( $checkout ) {
	if ( WC()->cart && WC()->cart->needs_shipping() ) {
		$field = array( 'label' => __( 'How will the driver find it?', 'thuma-couriers' ), 'maxlength' => LONGEST['landmark'], 'class' => array( 'form-row-wide' ) );
		woocommerce_form_field( 'thuma_couriers_landmark', $field, $checkout->get_value( 'thuma_couriers_landmark' ) );
	}
} );

add_action( 'woocommerce_checkout_create_order', function ( $order ) {
	$typed = landmark( wp_unslash( $_POST['thuma_couriers_landmark'] ?? '' ) ); // phpcs:ignore WordPress.Security -- WooCommerce has checked the checkout's nonce.
	'' === $typed || $order->update_meta_data( LANDMARK_META, $typed );
} );

/** What was typed, as one line that Thuma takes. */
function landmark( $typed ): string { return cut( sanitize_text_field( is_string( $typed ) ? $typed : '' ), LONGEST['landmark'] ); }

/** Whether the buyer has chosen our rate. */
function is_chosen(): bool {
	$session = function_exists( 'WC' ) ? WC()->session : null;
	return $session && preg_grep( '/^thuma_couriers\b/', array_filter( (array) $session->get( 'chosen_shipping_methods' ), 'is_string' ) );
}

add_action( 'woocommerce_after_checkout_validation', function ( $data, $errors ) {
	if ( ! is_chosen() ) { return; }
	$side  = empty( $data['ship_to_different_address'] ) ? 'billing' : 'shipping';
	$of    = fn( $name ) => plain( $data[ $name ] ?? '' );
	$phone = '' === $of( 'shipping_phone' ) ? $of( 'billing_phone' ) : $of( 'shipping_phone' );
	$typed = plain( wp_unslash( $_POST['thuma_couriers_landmark'] ?? '' ) ); // phpcs:ignore WordPress.Security -- WooCommerce has checked the checkout's nonce.
	foreach ( faults( $of( "{$side}_country" ), $phone, $typed, $of( "{$side}_address_1" ), $of( "{$side}_address_2" ) ) as $field => $words ) {
		// WooCommerce has said itself that a required field is blank.
		$id = 'phone' === $field ? 'billing_phone' : "{$side}_$field";
		$errors->get_error_message( "{$id}_required" ) || $errors->add( "{$id}_thuma", $words, array( 'id' => $id ) );
	}
}, 10, 2 );

add_action( 'woocommerce_store_api_checkout_update_order_from_request', function ( $order, $request ) {
	if ( 'POST' !== $request->get_method() || ! our_line( $order ) ) { return; }
	$to     = receiver( $order );
	$side   = $order->has_shipping_address() ? 'shipping' : 'billing';
	$typed  = (array) $request['additional_fields'];
	$faults = faults( $order->{"get_{$side}_country"}(), $to['phone'], plain( $typed['thuma-couriers/landmark'] ?? $order->get_meta( LANDMARK_META ) ), $order->{"get_{$side}_address_1"}(), $order->{"get_{$side}_address_2"}() );
	if ( $faults ) { throw new \Automattic\WooCommerce\StoreApi\Exceptions\RouteException( 'thuma_couriers_' . array_keys( $faults )[0], esc_html( implode( ' ', $faults ) ), 400 ); }
}, 10, 2 );

/** The phone's field is there where our rate can be chosen, and required where it is, whatever the shop has set. */
function phone_field( $set ) {
	if ( is_admin() && ! wp_doing_ajax() ) { return $set; }
	return is_chosen() ? 'required' : ( 'hidden' === $set && function_exists( 'WC' ) && WC()->cart && WC()->cart->needs_shipping() ? 'optional' : $set );
}
add_filter( 'option_woocommerce_checkout_phone_field', __NAMESPACE__ . '\phone_field' );
add_filter( 'default_option_woocommerce_checkout_phone_field', __NAMESPACE__ . '\phone_field' );
// The blocks of WooCommerce before 9.8 have it as attributes.
add_filter( 'render_block_data', function ( $block ) {
	if ( in_array( $block['blockName'] ?? '', array( 'woocommerce/checkout' ), true ) && ! is_admin() ) {
		$is_chosen      = is_chosen();
		$block['attrs'] = array( 'showPhoneField' => true, 'requirePhoneField' => $is_chosen || ! empty( $block['attrs']['requirePhoneField'] ) ) + (array) $block['attrs'];
	}
	return $block;
} );
