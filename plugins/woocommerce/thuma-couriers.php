<?php
/**
 * Plugin Name: Thuma Couriers for WooCommerce
 * Description: Thuma’s prices in your checkout. Books a courier for each order, and follows its parcel.
 * Version: 1.1.0
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

/** The site that this plug-in is downloaded from writes its own address here. */
const SITE = 'https://thuma.example';

add_action( 'before_woocommerce_init', function () {
	foreach ( array( 'custom_order_tables', 'cart_checkout_blocks' ) as $feature ) {
		\Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility( $feature, __FILE__, true );
	}
} );

function load() {
	foreach ( array( 'shared/text', 'shared/api', 'shared/packing', 'shared/prices', 'shared/orders', 'shared/by-hand', 'shared/settings', 'shared/webhook', 'includes/platform', 'includes/checkout', 'includes/buyer', 'includes/orders', 'includes/order-list', 'includes/webhook', 'includes/admin' ) as $part ) {
		require_once __DIR__ . "/$part.php";
	}
	add_action( 'woocommerce_shipping_init', fn() => require_once __DIR__ . '/includes/class-method.php' );
	add_filter( 'woocommerce_shipping_methods', fn( $methods ) => $methods + array( 'thuma_couriers' => Method::class ) );
}

// Without WooCommerce nothing is loaded, and nothing can fail.
did_action( 'woocommerce_loaded' ) ? load() : add_action( 'woocommerce_loaded', __NAMESPACE__ . '\load' );
register_deactivation_hook( __FILE__, fn() => did_action( 'woocommerce_loaded' ) && disconnect() );
