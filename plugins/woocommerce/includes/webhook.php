<?php
/** Where Thuma calls this shop when a parcel moves. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

add_action( 'woocommerce_settings_saved', __NAMESPACE__ . '\connect_if_changed' );
add_action( 'shutdown', __NAMESPACE__ . '\connect_if_changed' );
add_action( 'rest_api_init', fn() => register_rest_route( 'thuma-couriers/v1', '/webhook', array(
	'methods' => 'POST', 'permission_callback' => '__return_true', 'callback' => __NAMESPACE__ . '\receive',
) ) );

/** Connects when something has changed, however that was done; but while no buyer waits. */
function connect_if_changed(): void {
	// The same address from a page over http, one over https, and a command.
	$url = set_url_scheme( rest_url( 'thuma-couriers/v1/webhook' ), wp_parse_url( get_option( 'home' ), PHP_URL_SCHEME ) );
	( ! is_admin() && ! wp_doing_cron() && 'cli' !== PHP_SAPI ) || connect_at( $url );
}

function disconnect(): void {
	forget_connection();
	as_unschedule_all_actions( '', array(), GROUP );
	remove_action( 'shutdown', __NAMESPACE__ . '\connect_if_changed' );
}

function receive( \WP_REST_Request $request ): \WP_REST_Response {
	return new \WP_REST_Response( null, received( fn( $name ) => (string) $request->get_header( "webhook-$name" ), $request->get_body() ) );
}
