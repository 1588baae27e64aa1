<?php
/** One more field in both checkouts: "How will the driver find it?" */

namespace Thuma_Couriers;

defined( 'ABSPATH' ) || exit;

const LANDMARK = 'thuma-couriers/landmark';
/** Where WooCommerce keeps what was typed in the blocks checkout. The classic one keeps it there too. */
const LANDMARK_META = '_wc_other/thuma-couriers/landmark';
const LONGEST_LANDMARK = 120;

add_action(
	'woocommerce_init',
	function () {
		if ( function_exists( 'woocommerce_register_additional_checkout_field' ) ) {
			woocommerce_register_additional_checkout_field(
				array(
					'id'                => LANDMARK,
					'label'             => landmark_label(),
					'location'          => 'order',
					'attributes'        => array( 'maxLength' => LONGEST_LANDMARK ),
					'sanitize_callback' => fn( $typed ) => landmark( $typed ),
				)
			);
		}
	}
);

add_action(
	'woocommerce_before_order_notes',
	function ( $checkout ) {
		if ( WC()->cart && WC()->cart->needs_shipping() ) {
			$field = array( 'label' => landmark_label(), 'maxlength' => LONGEST_LANDMARK, 'class' => array( 'form-row-wide' ) );
			woocommerce_form_field( 'thuma_couriers_landmark', $field, $checkout->get_value( 'thuma_couriers_landmark' ) );
		}
	}
);

add_action(
	'woocommerce_checkout_create_order',
	function ( $order ) {
		// phpcs:ignore WordPress.Security.NonceVerification -- WooCommerce has checked the checkout's nonce.
		$typed = landmark( wp_unslash( $_POST['thuma_couriers_landmark'] ?? '' ) );
		if ( '' !== $typed ) {
			$order->update_meta_data( LANDMARK_META, $typed );
		}
	}
);

function landmark_label(): string {
	return __( 'How will the driver find it?', 'thuma-couriers' );
}

/** What was typed, as one line that Thuma takes. */
function landmark( $typed ): string {
	return mb_substr( sanitize_text_field( is_string( $typed ) ? $typed : '' ), 0, LONGEST_LANDMARK );
}
