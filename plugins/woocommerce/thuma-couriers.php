<?php
/**
 * Plugin Name: Thuma Couriers for WooCommerce
 * Description: Thuma's prices in your checkout. Books a courier for each order, and follows its parcel.
 * Version: 1.0.0
 * Requires at least: 6.5
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * WC requires at least: 9.0
 * WC tested up to: 9.4
 * License: GPL-2.0-or-later
 * License URI: https://www.gnu.org/licenses/gpl-2.0.html
 * Text Domain: thuma-couriers
 */

namespace Thuma_Couriers;

defined( 'ABSPATH' ) || exit;

/** The site that this plug-in was downloaded from fills in its own address. */
const SITE = 'https://thuma.example';

require __DIR__ . '/includes/api.php';
require __DIR__ . '/includes/prices.php';
require __DIR__ . '/includes/checkout.php';
require __DIR__ . '/includes/orders.php';
require __DIR__ . '/includes/webhook.php';
require __DIR__ . '/includes/admin.php';

add_action(
	'before_woocommerce_init',
	function () {
		foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
			\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__, true );
		}
	}
);

add_action(
	'woocommerce_shipping_init',
	function () {
		require_once __DIR__ . '/includes/class-method.php';
	}
);

add_filter(
	'woocommerce_shipping_methods',
	function ( $methods ) {
		$methods['thuma_couriers'] = Method::class;
		return $methods;
	}
);

register_activation_hook( __FILE__, __NAMESPACE__ . '\connect' );
register_deactivation_hook( __FILE__, __NAMESPACE__ . '\disconnect' );
