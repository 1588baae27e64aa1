<?php
/**
 * `php in-shop.php <folder of WordPress> <what> [JSON]`: does something in a shop as its owner would, and prints JSON.
 * Only the tests use it.
 */

namespace Shop;

[ , $folder, $what, $json ] = $argv + array( 3 => 'null' );
$given = json_decode( $json, true );
if ( 'activate' === $what || 'deactivate' === $what ) {
	define( 'WP_ADMIN', true );
}
require "$folder/wp-load.php";
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_set_current_user( 1 );
echo "\n", json_encode( ( __NAMESPACE__ . "\\$what" )( $given ) ), "\n";

/** Activates a plug-in, as its link in WordPress does. */
function activate( $plugin ) {
	$wrong = activate_plugin( $plugin );
	return is_wp_error( $wrong ) ? $wrong->get_error_message() : true;
}

function deactivate( $plugin ) {
	deactivate_plugins( $plugin );
	return true;
}

/** What a new shop has: WooCommerce's set-up guide asks for it. */
function set_up( $url ) {
	\WC_Install::install();
	// New shops keep orders in WooCommerce's own tables; a script's installation doesn't switch that on.
	wc_get_container()->get( \Automattic\WooCommerce\Internal\DataStores\Orders\DataSynchronizer::class )->create_database_tables();
	update_option( 'woocommerce_custom_orders_table_enabled', getenv( 'OLD_ORDERS' ) ? 'no' : 'yes' );
	// The first page of WordPress would switch it on for a new shop.
	update_option( 'woocommerce_newly_installed', 'no' );
	$options = array(
		'siteurl' => $url, 'home' => $url, 'permalink_structure' => '/%postname%/',
		'woocommerce_store_address' => '12 Shop Street', 'woocommerce_store_city' => 'Germiston', 'woocommerce_store_postcode' => '1459',
		'woocommerce_default_country' => 'ZA:GP', 'woocommerce_currency' => 'ZAR', 'woocommerce_weight_unit' => 'kg',
		'woocommerce_dimension_unit' => 'cm', 'woocommerce_enable_guest_checkout' => 'yes', 'woocommerce_coming_soon' => 'no',
		'woocommerce_price_num_decimals' => '2', 'woocommerce_onboarding_profile' => array( 'skipped' => true ),
		'woocommerce_bacs_settings' => array( 'enabled' => 'yes' ), 'woocommerce_cod_settings' => array( 'enabled' => 'yes' ),
	);
	array_map( 'update_option', array_keys( $options ), $options );
	flush_rewrite_rules();
	$zone = new \WC_Shipping_Zone();
	$zone->set_zone_name( 'South Africa' );
	$zone->add_location( 'ZA', 'country' );
	$zone->save();
	$page = array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Old checkout', 'post_content' => '[woocommerce_checkout]' );
	$shop = array( 'zone' => $zone->get_id(), 'checkout' => wp_insert_post( $page ) );
	$blocks            = '<!-- wp:woocommerce/checkout {"showPhoneField":false} --><div class="wp-block-woocommerce-checkout is-loading"></div><!-- /wp:woocommerce/checkout -->';
	$shop['blocks']    = wp_insert_post( array( 'post_title' => 'New checkout', 'post_content' => $blocks ) + $page );
	foreach ( array( 'shirt' => array( 0.4, 40, 30, 3 ), 'nothing known' => array( '', '', '', '' ), 'heavy' => array( 31, 10, 10, 10 ), 'brick' => array( 20, 20, 20, 20 ) ) as $name => $size ) {
		$shop[ $name ] = product( $name, $size );
	}
	update_option( 'woocommerce_checkout_page_id', $shop['checkout'] );
	return $shop;
}

function product( $name, $size ) {
	$product = new \WC_Product_Simple();
	$product->set_name( $name );
	$product->set_regular_price( '199' );
	list( $weight, $length, $width, $height ) = $size;
	$product->set_weight( $weight );
	$product->set_length( $length );
	$product->set_width( $width );
	$product->set_height( $height );
	return $product->save();
}

/** As the button under Plugins, Add new, Upload does. */
function install( $zip ) {
	require_once ABSPATH . 'wp-admin/includes/file.php';
	WP_Filesystem();
	$wrong = unzip_file( $zip, WP_PLUGIN_DIR );
	return is_wp_error( $wrong ) ? $wrong->get_error_message() : true;
}

/** Options, changed without telling plug-ins; and what they remember is forgotten. */
function set_quietly( $options ) {
	global $wpdb;
	foreach ( $options as $name => $value ) {
		remove_all_actions( "update_option_$name" );
		update_option( $name, $value );
	}
	$wpdb->query( "DELETE FROM {$wpdb->options} WHERE option_name LIKE '%_transient_%thuma%'" );
	return true;
}

function cookie( $name ) {
	return array( constant( $name ) => wp_generate_auth_cookie( 1, time() + 3600, 'AUTH_COOKIE' === $name ? 'auth' : 'logged_in' ) );
}

function add_method( $zone ) {
	return ( new \WC_Shipping_Zone( $zone ) )->add_shipping_method( 'thuma_couriers' );
}

function save_options( $options ) {
	array_map( 'update_option', array_keys( $options ), $options );
	return true;
}

function options_of( $names ) {
	return array_combine( $names, array_map( 'get_option', $names ) );
}

/** 15 % VAT on products and shipping, or none. */
function vat( $is_on ) {
	global $wpdb;
	update_option( 'woocommerce_calc_taxes', $is_on ? 'yes' : 'no' );
	$wpdb->query( "DELETE FROM {$wpdb->prefix}woocommerce_tax_rates" );
	if ( $is_on ) {
		\WC_Tax::_insert_tax_rate( array( 'tax_rate_country' => 'ZA', 'tax_rate' => '15', 'tax_rate_name' => 'VAT', 'tax_rate_priority' => 1, 'tax_rate_shipping' => 1 ) );
	}
	\WC_Cache_Helper::get_transient_version( 'shipping', true );
	return \WC_Cache_Helper::invalidate_cache_group( 'taxes' );
}

/** An order as a shop sees it. */
function order( $id ) {
	$order = wc_get_order( $id );
	$notes = array_map( fn( $note ) => $note->content, wc_get_order_notes( array( 'order_id' => $id ) ) );
	$meta  = array_column( array_map( fn( $each ) => $each->get_data(), $order->get_meta_data() ), 'value', 'key' );
	return array( 'status' => $order->get_status(), 'thanks' => $order->get_checkout_order_received_url(), 'notes' => $notes, 'meta' => $meta, 'shipping' => $order->get_shipping_total(), 'tax' => $order->get_shipping_tax(), 'edit' => $order->get_edit_order_url() );
}

function set_status( $given ) {
	$order = wc_get_order( $given['order'] );
	return $order->update_status( $given['status'] );
}

/** Changes an order as its page does. */
function change_order( $given ) {
	$order = wc_get_order( $given['order'] );
	foreach ( $given['set'] as $name => $value ) {
		$order->{"set_$name"}( $value );
	}
	return $order->save();
}

/** Tells the shop this many times that the order was paid. */
function repeat_processing( $given ) {
	for ( $time = 0; $time < $given['times']; $time++ ) {
		do_action( 'woocommerce_order_status_processing', $given['order'], wc_get_order( $given['order'] ) );
	}
	return true;
}

/** What WordPress does every minute. Returns how many actions were done. */
function work( $given ) {
	// A worker that was killed is found out at once instead of after five minutes.
	foreach ( array( 'failure', 'timeout' ) as $kind ) {
		add_filter( "action_scheduler_{$kind}_period", fn() => $given['killedAfterS'] ?? 300 );
	}
	add_filter( 'action_scheduler_queue_runner_concurrent_batches', fn() => 50 );
	( new \ActionScheduler_QueueCleaner() )->clean();
	if ( $given['now'] ?? false ) {
		foreach ( as_get_scheduled_actions( array( 'group' => 'thuma-couriers', 'status' => 'pending', 'per_page' => 100 ) ) as $action ) {
			if ( 'thuma_couriers_order' === $action->get_hook() || ( $given['askAll'] ?? false ) ) {
				as_unschedule_action( $action->get_hook(), $action->get_args(), 'thuma-couriers' );
				as_enqueue_async_action( $action->get_hook(), $action->get_args(), 'thuma-couriers' );
			}
		}
	}
	foreach ( array( 'pre_http_request', 'http_response', 'woocommerce_new_order_note_data', 'woocommerce_order_note_added' ) as $moment ) {
		$dies = fn( $value, $how = null, $url = '/v1/bookings' ) => false === strpos( is_string( $url ) ? $url : '/v1/bookings', '/v1/bookings' ) ? $value : posix_kill( getmypid(), SIGKILL );
		( $given['dieAt'] ?? '' ) === $moment && add_filter( $moment, $dies, 10, 3 );
	}
	$runner = \ActionScheduler_QueueRunner::instance();
	return $runner->run( 'tests' );
}

function pending() {
	$of = fn( $status ) => count( as_get_scheduled_actions( array( 'hook' => 'thuma_couriers_order', 'status' => $status, 'per_page' => 200 ), 'ids' ) );
	return array_map( $of, array( 'pending' => 'pending', 'running' => 'in-progress' ) );
}
