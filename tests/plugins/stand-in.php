<?php
/**
 * The few parts of WordPress and WooCommerce that the plug-in uses, ours, and a clock that a rule moves. Thuma's site is
 * a function that answers, `$GLOBALS['thuma']`.
 */
namespace Thuma_Couriers {
	function time() { return (int) $GLOBALS['now']; }
	function microtime() { return $GLOBALS['now']; }
}

namespace Automattic\WooCommerce\StoreApi\Exceptions {
	class RouteException extends \Exception {
		public $error;
		function __construct( $error, $words, $status ) { parent::__construct( $words, $status ); $this->error = $error; }
	}
}

namespace {
	define( 'ABSPATH', __DIR__ );
	define( 'KB_IN_BYTES', 1024 );
	define( 'MB_IN_BYTES', 1024 * 1024 );
	define( 'MINUTE_IN_SECONDS', 60 );
	define( 'HOUR_IN_SECONDS', 3600 );
	define( 'DAY_IN_SECONDS', 86400 );

	$now     = 1.8e9;
	$options = $transients = $asked = $later = $orders = $hooks = $products = $session = $methods = array();
	$cart    = null;

	// WordPress has its own too, for a PHP without mbstring.
	if ( ! function_exists( 'mb_substr' ) ) {
		function mb_substr( $text, $from, $length ) {
			return implode( '', array_slice( preg_split( '//u', $text, -1, PREG_SPLIT_NO_EMPTY ), $from, $length ) );
		}
	}

	function add_action( $hook, $do ) { $GLOBALS['hooks'][ $hook ][] = $do; }
	/** What the plug-in makes of a value, at a place where WordPress asks. */
	function filtered( $hook, $value, ...$more ) {
		foreach ( $GLOBALS['hooks'][ $hook ] as $do ) {
			$value = $do( $value, ...array_slice( $more, 0, ( new \ReflectionFunction( \Closure::fromCallable( $do ) ) )->getNumberOfParameters() - 1 ) );
		}
		return $value;
	}
	/** What it does there, and what that prints. */
	function done( $hook, ...$given ) {
		ob_start();
		foreach ( $GLOBALS['hooks'][ $hook ] as $do ) { $do( ...$given ); }
		return ob_get_clean();
	}
	function add_filter( $hook, $do ) { add_action( $hook, $do ); }
	function remove_action() {}
	function did_action() { return 1; }
	function register_deactivation_hook() {}
	function is_admin() { return ! ( $GLOBALS['in_shop'] ?? false ); }
	function wp_doing_ajax() { return false; }
	function current_user_can() { return true; }
	function absint( $value ) { return abs( (int) $value ); }
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
	function esc_url( $text ) { return $text; }
	function wp_kses_post( $text ) { return $text; }
	function wp_unslash( $text ) { return $text; }
	function nocache_headers() {}
	function wp_die( $words ) { throw new \DomainException( $words ); }
	function get_current_screen() { return (object) array( 'id' => 'dashboard' ); }
	function esc_html__( $text ) { return $text; }
	function get_edit_post_link( $id ) { return "https://shop.test/product/$id"; }
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
	function wc_get_order( $id ) { return $id instanceof WC_Order ? $id : $GLOBALS['orders'][ $id ] ?? null; }
	function wc_get_product( $id ) { return $GLOBALS['products'][ $id ] ?? null; }
	function wc_get_orders( $query ) {
		return array_values( array_filter( $GLOBALS['orders'], fn( $order ) => isset( $query['meta_value'] ) ? $order->get_meta( $query['meta_key'] ) === $query['meta_value'] : '' !== $order->get_meta( $query['meta_key'] ) ) );
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

	/** WordPress's database, for locks alone. */
	$wpdb = new class() {
		function prepare( $query, ...$values ) { return vsprintf( $query, $values ); }
		function get_var( $query ) { $GLOBALS['is_locked'] = 0 === strpos( $query, 'SELECT GET_LOCK(thuma_couriers ' ); }
	};
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
		function __construct( $kg, $l = '', $w = '', $h = '', $name = 'Mug' ) {
			$this->of = array( 'id' => count( $GLOBALS['products'] ) + 1, 'name' => $name, 'parent_id' => 0, 'weight' => $kg, 'length' => $l, 'width' => $w, 'height' => $h );
			$GLOBALS['products'][ $this->of['id'] ] = $this;
		}
		function __call( $get, $none ) { return $this->of[ substr( $get, 4 ) ]; }
		function needs_shipping() { return $this->shipped; }
		public $of;
	}
	class WC_Order_Item_Shipping {
		function get_method_id() { return $this->method; }
		public $method = 'thuma_couriers', $meta = array( '_thuma_couriers_box' => 'small', '_thuma_couriers_total' => '80.62' );
		function get_meta( $name ) { return $this->meta[ $name ] ?? ''; }
	}
	class Item {
		public $name = 'Shoes 👟', $product = null;
		function get_name() { return $this->name; }
		function get_product() { return $this->product; }
		function get_quantity() { return 1; }
	}
	class Cart {
		public $products = array();
		function needs_shipping() { return (bool) $this->products; }
		function get_shipping_packages() { return array( array( 'contents' => array_map( fn( $product ) => array( 'data' => $product, 'quantity' => 1 ), $this->products ) ) ); }
	}
	class Session {
		function get( $name ) { return $GLOBALS['session'][ $name ] ?? null; }
	}
	class WC_Shipping_Zones {
		static function get_zone_matching_package() { return new self(); }
		function get_shipping_methods() { return $GLOBALS['methods']; }
	}
	/** @return object with cart and session of the buyer who asks */
	function WC() { return (object) array( 'cart' => $GLOBALS['cart'], 'session' => $GLOBALS['cart'] ? new Session() : null ); }
	/** WooCommerce's list of what is wrong in its checkout. */
	class WP_Error {
		public $words = array();
		function add( $code, $words ) { $this->words[ $code ] = $words; }
		function get_error_message( $code ) { return $this->words[ $code ] ?? ''; }
	}
	class WC_Order {
		public $status = 'processing', $meta = array(), $notes = array(), $to_buyer = array(), $line, $item, $of;
		function __construct( $of = array() ) {
			$this->of = $of + array( 'first_name' => 'Zodwa', 'last_name' => 'Khumalo', 'address_1' => '9 Vilakazi Street', 'address_2' => 'Orlando West', 'city' => 'Soweto', 'postcode' => '1868', 'phone' => '0821234567' );
			$this->line = new WC_Order_Item_Shipping();
			$this->item = new Item();
			$GLOBALS['orders'][17] = $this;
		}
		function __call( $get, $none ) { return $this->of[ preg_replace( '/^get_(billing_|shipping_)?/', '', $get ) ] ?? ''; }
		function get_id() { return 17; }
		function get_order_number() { return '1017'; }
		function get_items() { return array( $this->item ); }
		function get_shipping_methods() { return array( $this->line ); }
		function has_shipping_address() { return true; }
		function has_status( $any ) { return in_array( $this->status, (array) $any, true ); }
		function update_status( $status, $note = null ) { $this->status = $status; $this->notes = array_merge( $this->notes, array_filter( array( $note ) ) ); }
		function add_order_note( $words, $is_to_buyer = 0 ) { $is_to_buyer ? $this->to_buyer[] = $words : $this->notes[] = $words; }
		function get_meta( $name ) { return $this->meta[ $name ] ?? ''; }
		function update_meta_data( $name, $value ) { $this->meta[ $name ] = $value; }
		function delete_meta_data( $name ) { unset( $this->meta[ $name ] ); }
		function save_meta_data() {}
		function read_meta_data() {}
	}
	class WP_REST_Request {
		public $headers, $body, $method = 'POST';
		function __construct( $headers, $body ) { $this->headers = $headers; $this->body = $body; }
		function get_method() { return $this->method; }
		function get_header( $name ) { return $this->headers[ $name ] ?? null; }
		function get_body() { return $this->body; }
	}
	class WP_REST_Response {
		public $status;
		function __construct( $data, $status ) { $this->status = $status; }
	}

	require getenv( 'PLUGIN' ) . '/thuma-couriers.php';
	require getenv( 'PLUGIN' ) . '/includes/class-method.php';
	update_option( 'thuma_couriers_site', 'https://thuma.test/' );
	update_option( 'thuma_couriers_from_address', '12 Shop Street' );
	update_option( 'thuma_couriers_from_postal', '1459' );
	update_option( 'thuma_couriers_key', 'thuma_test_key' );
	update_option( 'home', 'https://shop.test' );
}
