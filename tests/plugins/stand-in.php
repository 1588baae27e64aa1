<?php
/**
 * The few parts of WordPress and WooCommerce that the plug-in uses, ours, and a clock that a rule moves. Thuma's site is
 * a function that answers, `$GLOBALS['thuma']`.
 */
namespace Thuma_Couriers {
	function time() { return (int) $GLOBALS['now']; }
	function microtime() { return $GLOBALS['now']; }
}

namespace {
	define( 'ABSPATH', __DIR__ );
	define( 'KB_IN_BYTES', 1024 );
	define( 'MINUTE_IN_SECONDS', 60 );
	define( 'HOUR_IN_SECONDS', 3600 );
	define( 'DAY_IN_SECONDS', 86400 );

	$now     = 1.8e9;
	$options = $transients = $asked = $later = $orders = $hooks = array();

	// WordPress has its own too, for a PHP without mbstring.
	if ( ! function_exists( 'mb_substr' ) ) {
		function mb_substr( $text, $from, $length ) {
			return implode( '', array_slice( preg_split( '//u', $text, -1, PREG_SPLIT_NO_EMPTY ), $from, $length ) );
		}
	}

	function add_action( $hook, $do ) { $GLOBALS['hooks'][ $hook ][] = $do; }
	function add_filter( $hook, $do ) { add_action( $hook, $do ); }
	function remove_action() {}
	function did_action() { return 1; }
	function register_deactivation_hook() {}
	function is_admin() { return true; }
	function get_option( $name, $else = false ) { return $GLOBALS['options'][ $name ] ?? $else; }
	function update_option( $name, $value ) { $GLOBALS['options'][ $name ] = $value; }
	function delete_option( $name ) { unset( $GLOBALS['options'][ $name ] ); }
	function get_transient( $name ) {
		list( $value, $until ) = $GLOBALS['transients'][ $name ] ?? array( false, 0 );
		return $until > $GLOBALS['now'] ? $value : false;
	}
	function set_transient( $name, $value, $for ) { $GLOBALS['transients'][ $name ] = array( $value, $GLOBALS['now'] + $for ); }

	function wp_remote_request( $url, $how ) {
		$call = array( $how['method'], preg_replace( '#^https://thuma\.test#', '', $url ), json_decode( $how['body'] ?? 'null', true ), $how );
		$GLOBALS['asked'][] = $call;
		return $GLOBALS['thuma']( ...$call );
	}
	/** An answer of Thuma's; null is none. */
	function answered( $status, $json, $headers = array() ) {
		return array( 'status' => $status, 'body' => is_string( $json ) ? $json : json_encode( $json ), 'headers' => $headers );
	}
	function wp_remote_retrieve_body( $answer ) { return $answer['body'] ?? ''; }
	function wp_remote_retrieve_response_code( $answer ) { return $answer['status'] ?? ''; }
	function wp_remote_retrieve_header( $answer, $name ) { return $answer['headers'][ $name ] ?? ''; }

	function untrailingslashit( $text ) { return rtrim( $text, '/' ); }
	function wp_json_encode( $value ) { return json_encode( $value ); }
	function wp_slash( $text ) { return $text; }
	function __( $text ) { return $text; }
	function esc_html( $text ) { return $text; }
	function make_clickable( $text ) { return $text; }
	function wp_strip_all_tags( $text ) { return strip_tags( $text ); }
	function sanitize_text_field( $text ) { return trim( strip_tags( $text ) ); }
	function home_url() { return 'https://shop.test/za'; }
	function rest_url( $path ) { return "https://shop.test/wp-json/$path"; }
	function set_url_scheme( $url ) { return $url; }
	function wp_parse_url( $url, $part ) { return parse_url( $url, $part ); }
	function admin_url( $path ) { return "https://shop.test/wp-admin/$path"; }

	function wc_get_weight( $weight ) { return $weight; }
	function wc_get_dimension( $side ) { return $side; }
	function wc_get_logger() { return new class() { function error() {} }; }
	function get_woocommerce_currency() { return $GLOBALS['options']['woocommerce_currency'] ?? 'ZAR'; }
	function wc_get_order( $id ) { return $GLOBALS['orders'][ $id ] ?? null; }
	function wc_get_orders( $query ) {
		return array_values( array_filter( $GLOBALS['orders'], fn( $order ) => $order->get_meta( $query['meta_key'] ) === $query['meta_value'] ) );
	}
	function as_enqueue_async_action( $hook, $args ) { $GLOBALS['later'][] = array( 0, $hook, $args ); }
	function as_schedule_single_action( $at, $hook, $args ) { $GLOBALS['later'][] = array( $at - (int) $GLOBALS['now'], $hook, $args ); }
	function as_unschedule_all_actions() {}
	class ActionScheduler {
		static function store() { return new self(); }
		function fetch_action( $id ) { return $this; }
		function get_hook() { return 'thuma_couriers_order'; }
		function get_args() { return array( 17, false ); }
	}

	class WC_Tax {
		static function get_shipping_tax_rates() { return $GLOBALS['vat'] ?? array(); }
	}
	class WC_Shipping_Method {
		public $id, $instance_id, $title, $enabled, $method_title, $method_description, $supports, $instance_form_fields, $rates = array(), $tax_status;
		function __construct( $instance_id ) { $this->instance_id = $instance_id; }
		function get_option( $name ) { return $this->instance_form_fields[ $name ]['default']; }
		function is_taxable() { return (bool) ( $GLOBALS['vat'] ?? array() ); }
		function add_rate( $rate ) { $this->rates[] = $rate; }
	}
	class Product {
		public $shipped = true;
		function __construct( $kg, $l = '', $w = '', $h = '' ) { $this->of = array( 'weight' => $kg, 'length' => $l, 'width' => $w, 'height' => $h ); }
		function __call( $get, $none ) { return $this->of[ substr( $get, 4 ) ]; }
		function needs_shipping() { return $this->shipped; }
		public $of;
	}
	class WC_Order_Item_Shipping {
		function get_method_id() { return 'thuma_couriers'; }
		function get_meta( $name ) { return array( '_thuma_couriers_box' => 'small', '_thuma_couriers_total' => '80.62' )[ $name ]; }
	}
	class Item {
		function get_name() { return 'Shoes 👟'; }
	}
	class WC_Order {
		public $status = 'processing', $meta = array(), $notes = array(), $of;
		function __construct( $of = array() ) {
			$this->of = $of + array( 'first_name' => 'Zodwa', 'last_name' => 'Khumalo', 'address_1' => '9 Vilakazi Street', 'address_2' => 'Orlando West', 'city' => 'Soweto', 'postcode' => '1868', 'phone' => '0821234567' );
			$GLOBALS['orders'][17] = $this;
		}
		function __call( $get, $none ) { return $this->of[ preg_replace( '/^get_(billing|shipping)_/', '', $get ) ] ?? ''; }
		function get_id() { return 17; }
		function get_order_number() { return '1017'; }
		function get_items() { return array( new Item() ); }
		function get_shipping_methods() { return array( new WC_Order_Item_Shipping() ); }
		function has_shipping_address() { return true; }
		function has_status( $any ) { return in_array( $this->status, (array) $any, true ); }
		function update_status( $status, $note = null ) { $this->status = $status; $this->notes = array_merge( $this->notes, array_filter( array( $note ) ) ); }
		function add_order_note( $words ) { $this->notes[] = $words; }
		function get_meta( $name ) { return $this->meta[ $name ] ?? ''; }
		function update_meta_data( $name, $value ) { $this->meta[ $name ] = $value; }
		function delete_meta_data( $name ) { unset( $this->meta[ $name ] ); }
		function save_meta_data() {}
		function read_meta_data() {}
	}
	class WP_REST_Request {
		public $headers, $body;
		function __construct( $headers, $body ) { $this->headers = $headers; $this->body = $body; }
		function get_header( $name ) { return $this->headers[ $name ] ?? null; }
		function get_body() { return $this->body; }
	}
	class WP_REST_Response {
		public $status;
		function __construct( $data, $status ) { $this->status = $status; }
	}

	require __DIR__ . '/../../plugins/woocommerce/thuma-couriers.php';
	require __DIR__ . '/../../plugins/woocommerce/includes/class-method.php';
	update_option( 'thuma_couriers_site', 'https://thuma.test/' );
	update_option( 'thuma_couriers_from_address', '12 Shop Street' );
	update_option( 'thuma_couriers_from_postal', '1459' );
	update_option( 'thuma_couriers_key', 'thuma_test_key' );
	update_option( 'home', 'https://shop.test' );
}
