<?php
/** Settings, the notice about orders that need a person, and the page that books them. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

const BOOK_PAGE = 'thuma-couriers-book';

// WooCommerce doesn't save a section that is called as a shipping method.
add_filter( 'woocommerce_get_sections_shipping', fn( $sections ) => $sections + array( 'thuma' => 'Thuma Couriers' ) );
add_filter( 'woocommerce_get_settings_shipping', fn( $settings, $section ) => 'thuma' === $section ? settings() : $settings, 10, 2 );

/** All of our options, as WooCommerce draws them. */
function settings(): array {
	$result = '' === option( 'result' ) ? said( 'Make a key at Thuma: My account, My shop. Paste it here.' ) : option( 'result' );
	$title  = array( 'id' => 'thuma_couriers', 'type' => 'title', 'title' => 'Thuma Couriers', 'desc' => esc_html( implode( ' ', array_merge( array( $result ), common_faults() ) ) ) );
	$own    = array(
		'key'          => array( 'type' => 'password', 'custom_attributes' => array( 'autocomplete' => 'off' ) ),
		'from_address' => array( 'desc' => __( 'Blank for your shop’s address in WooCommerce, Settings, General.', 'thuma-couriers' ) ),
		'markup'       => array( 'default' => '0' ),
		'site'         => array( 'default' => SITE ),
	);
	$drawn  = fn( $field ) => ( $own[ $field[0] ] ?? array() ) + array( 'id' => "thuma_couriers_$field[0]", 'title' => $field[1], 'desc' => esc_html( $field[2] ), 'type' => isset( $field[3] ) ? 'select' : 'text', 'options' => $field[3] ?? array() );
	return array_merge( array( $title ), array_map( $drawn, common_fields() ), array( array( 'id' => 'thuma_couriers', 'type' => 'sectionend' ) ) );
}

add_action( 'admin_notices', function () {
	$screen = get_current_screen();
	if ( ! current_user_can( 'edit_shop_orders' ) || ! $screen || ! preg_match( '/dashboard|woocommerce|shop_order|wc-/', $screen->id ) ) { return; }
	$waiting = wc_get_orders( array( 'meta_key' => '_thuma_couriers_problem', 'meta_compare' => 'EXISTS', 'limit' => 10 ) ); // phpcs:ignore WordPress.DB.SlowDBQuery
	$lines   = array_map( fn( $order ) => '<li>' . esc_html( '#' . $order->get_order_number() . ': ' . kept( $order, 'problem' ) ) . ' ' . book_button( $order ) . '</li>', $waiting );
	$words   = __( 'Thuma couldn’t book these orders. Correct what is wrong, then check and book:', 'thuma-couriers' );
	show_notice( $words, $lines );
	$products = unsized( array_filter( array_map( 'wc_get_product', (array) stored( 'unsized', array() ) ) ) );
	$lines    = array_map( fn( $product ) => '<li><a href="' . esc_url( get_edit_post_link( $product->get_parent_id() ? $product->get_parent_id() : $product->get_id() ) ) . '">' . esc_html( $product->get_name() ) . '</a></li>', $products );
	show_notice( unsized_title(), $lines );
} );

function show_notice( string $words, array $lines ): void {
	echo $lines ? '<div class="notice notice-warning"><p>' . esc_html( $words ) . '</p><ul>' . wp_kses_post( implode( '', $lines ) ) . '</ul></div>' : '';
}

function book_page( \WC_Order $order ): string { return admin_url( 'admin.php?page=' . BOOK_PAGE . '&order=' . $order->get_id() ); }

function book_button( \WC_Order $order ): string {
	return '<a class="button" href="' . esc_url( book_page( $order ) ) . '">' . esc_html__( 'Check and book', 'thuma-couriers' ) . '</a>';
}

add_action( 'woocommerce_admin_order_data_after_shipping_address', function ( $order ) {
	$known   = array_map( fn( $name ) => kept( $order, $name ), array( 'number', 'waybill', 'state' ) );
	echo '<p>' . esc_html( implode( ' · ', array_filter( array_merge( array( 'Thuma Couriers' ), $known ) ) ) ) . '</p>';
	echo '' === changed_words( $order ) ? '' : '<p>' . esc_html( changed_words( $order ) ) . '</p>';
	echo $order->get_id() && may_be_booked( $order ) ? wp_kses_post( '<p>' . book_button( $order ) . '</p>' ) : '';
} );

add_action( 'admin_menu', fn() => add_submenu_page( '', 'Thuma Couriers', 'Thuma Couriers', 'edit_shop_orders', BOOK_PAGE, __NAMESPACE__ . '\show_book_page' ) );

/** Shows today's price for an order, and a button that books it at that. */
function show_book_page(): void {
	$order = wc_get_order( absint( $_GET['order'] ?? 0 ) ); // phpcs:ignore WordPress.Security.NonceVerification -- it only shows
	if ( ! $order || ! may_be_booked( $order ) ) { wp_die( esc_html__( 'This order is booked, or it is over.', 'thuma-couriers' ) ); }
	echo '<div class="wrap"><h1>' . esc_html__( 'Book with Thuma Couriers', 'thuma-couriers' ) . '</h1>';
	$price = price_today( $order );
	$facts = array_filter( array_merge( array( '#' . $order->get_order_number(), kept( $order, 'problem' ) ), receiver( $order ) ) );
	echo '<p>' . implode( '<br>', array_map( 'esc_html', $facts ) ) . '</p>';
	echo '<p><a href="' . esc_url( $order->get_edit_order_url() ) . '">' . esc_html__( 'Correct the order', 'thuma-couriers' ) . '</a></p>';
	if ( ! $price ) {
		echo '<p>' . esc_html( no_price_today() ) . '</p></div>';
		return;
	}
	echo '<p>' . esc_html( price_words( $price['total'], (float) $order->get_shipping_total() + (float) $order->get_shipping_tax() ) ) . '</p>';
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
	wp_nonce_field( BOOK_PAGE . $order->get_id() );
	foreach ( array( 'action' => BOOK_PAGE, 'order' => $order->get_id(), 'box' => $price['box'], 'quantity' => $price['quantity'], 'total' => $price['total'] ) as $name => $value ) {
		echo '<input type="hidden" name="' . esc_attr( $name ) . '" value="' . esc_attr( $value ) . '">';
	}
	submit_button( sprintf( __( 'Book for %s', 'thuma-couriers' ), rand_of( $price['total'] ) ) );
	echo '</form></div>';
}

/** Books at the price that was shown. Thuma refuses if it has another by now. */
add_action( 'admin_post_' . BOOK_PAGE, function () {
	$order = wc_get_order( absint( $_POST['order'] ?? 0 ) );
	if ( ! $order || ! current_user_can( 'edit_shop_orders' ) || ! check_admin_referer( BOOK_PAGE . $order->get_id() ) ) { wp_die( '', '', 403 ); }
	if ( may_be_booked( $order ) ) {
		choose( $order, sanitize_text_field( wp_unslash( $_POST['box'] ?? '' ) ), absint( $_POST['quantity'] ?? 1 ), (float) ( $_POST['total'] ?? 0 ) );
		in_background( $order->get_id() );
	}
	wp_safe_redirect( $order->get_edit_order_url() );
	exit;
} );
