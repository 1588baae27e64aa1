<?php
/** What the shared files ask of WordPress: settings, translation, calls, and memory. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

/** One of our options, as text. */
function option( string $name ): string {
	$value = stored( $name, '' );
	return is_scalar( $value ) ? trim( (string) $value ) : '';
}

function stored( string $name, $else ) { return get_option( "thuma_couriers_$name", $else ); }

/** Keeps an option; null removes it. */
function store( string $name, $value ): void { null === $value ? delete_option( "thuma_couriers_$name" ) : update_option( "thuma_couriers_$name", $value ); }

function said( string $words ): string { return __( $words, 'thuma-couriers' ); } // phpcs:ignore WordPress.WP.I18n -- the shared files have the words

function currency(): string { return get_woocommerce_currency(); }

/** Street, its second line, city and postal code of the shop. */
function shop_address(): array { return array_map( fn( $name ) => get_option( "woocommerce_store_$name", '' ), array( 'address', 'address_2', 'city', 'postcode' ) ); }

/** What was kept by this name, while it is fresh; null if nothing. */
function cached( string $name ) {
	$value = get_transient( $name );
	return false === $value ? null : $value;
}

function cache( string $name, $value, int $seconds ): void { set_transient( $name, $value, $seconds ); }

/** Does it while no other request of this shop does so. The database lets go of the lock of a request that was killed. */
function alone( callable $do ) {
	global $wpdb;
	$name = 'thuma_couriers ' . md5( home_url() );
	$wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 20)', $name ) );
	$done = $do();
	$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', $name ) );
	return $done;
}

/** Status (0: no answer), body, and the header Location. Follows no redirect. */
function http( string $method, string $url, array $headers, ?string $body, float $timeout, int $most_bytes ): array {
	$answer = wp_remote_request( $url, array(
		'method'              => $method,
		'timeout'             => $timeout,
		'redirection'         => 0,
		'limit_response_size' => $most_bytes,
		'headers'             => $headers,
		'body'                => $body,
	) );
	return array( (int) wp_remote_retrieve_response_code( $answer ), (string) wp_remote_retrieve_body( $answer ), (string) wp_remote_retrieve_header( $answer, 'location' ) );
}

/** Weight in kg, and sides in cm, the longest first, of a product; 0 where its shop hasn't given them. */
function size_of( $product ): array {
	$sides = array( $product->get_length(), $product->get_width(), $product->get_height() );
	$sides = array_map( fn( $side ) => (float) wc_get_dimension( (float) $side, 'cm' ), $sides );
	rsort( $sides );
	return array( (float) wc_get_weight( (float) $product->get_weight(), 'kg' ), $sides );
}

/** WooCommerce keeps a cart's rates until the cart changes. Ours end when our memory does, and when Thuma answers again. */
add_filter( 'woocommerce_cart_shipping_packages', function ( $packages ) {
	$until = array( 'thuma_couriers' => array( floor( time() / ANSWERS_KEPT ), cached( DOWN ) ) );
	return array_map( fn( $package ) => $package + $until, $packages );
} );
