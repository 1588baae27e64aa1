<?php
/** Settings, the notice about orders that need a person, and the page that books them. */

namespace Thuma_Couriers;

defined( 'ABSPATH' ) || exit;

const BOOK_PAGE = 'thuma-couriers-book';

add_filter( 'woocommerce_get_sections_shipping', fn( $sections ) => $sections + array( 'thuma_couriers' => 'Thuma Couriers' ) );
add_filter( 'woocommerce_get_settings_shipping', fn( $settings, $section ) => 'thuma_couriers' === $section ? settings() : $settings, 10, 2 );

/** All of our options; README.md describes them too. */
function settings(): array {
	$boxes = boxes();
	$names = implode( ', ', array_map( fn( $box ) => "{$box['id']} ({$box['name']}, {$box['kg']} kg)", $boxes ) );
	$known = array( '' => __( 'No price for it', 'thuma-couriers' ) ) + array_column( $boxes, 'name', 'id' );
	$usual = option( 'default_box' );
	$field = fn( $id, $title, $help, $more = array() ) => $more + array(
		'id'    => "thuma_couriers_$id",
		'title' => $title,
		'desc'  => $help,
		'type'  => 'text',
	);
	$advice = '' === option( 'result' ) ? __( 'Make a key at Thuma, My account, API keys. Paste it here.', 'thuma-couriers' ) : option( 'result' );
	if ( 'ZAR' !== get_woocommerce_currency() ) {
		$advice .= ' ' . __( 'Your shop’s currency isn’t the rand, so no price is shown.', 'thuma-couriers' );
	}
	$shops = __( 'Leave it blank to send from your shop’s address in WooCommerce, Settings, General.', 'thuma-couriers' );
	return array(
		array( 'id' => 'thuma_couriers', 'type' => 'title', 'title' => 'Thuma Couriers', 'desc' => esc_html( $advice ) ),
		$field( 'site', __( 'Thuma’s address', 'thuma-couriers' ), '', array( 'default' => SITE ) ),
		$field( 'key', __( 'API key', 'thuma-couriers' ), '', array( 'type' => 'password', 'custom_attributes' => array( 'autocomplete' => 'off' ) ) ),
		$field( 'markup', __( 'Added to each price', 'thuma-couriers' ), __( 'In rand, or a percentage such as 10%.', 'thuma-couriers' ), array( 'default' => '0' ) ),
		/* translators: %s: list of boxes */
		$field( 'boxes', __( 'Boxes that you use', 'thuma-couriers' ), sprintf( __( 'With commas between. Blank: all of %s.', 'thuma-couriers' ), esc_html( $names ) ) ),
		$field(
			'default_box',
			__( 'A product without a size fits in', 'thuma-couriers' ),
			__( 'A product without weight or size counts as this box.', 'thuma-couriers' ),
			array( 'type' => 'select', 'options' => $known + array( $usual => $usual ) )
		),
		$field( 'from_address', __( 'Collect at: street', 'thuma-couriers' ), $shops ),
		$field( 'from_suburb', __( 'Suburb', 'thuma-couriers' ), '' ),
		$field( 'from_city', __( 'City', 'thuma-couriers' ), '' ),
		$field( 'from_postal', __( 'Postal code', 'thuma-couriers' ), '' ),
		array( 'id' => 'thuma_couriers', 'type' => 'sectionend' ),
	);
}

add_action(
	'admin_notices',
	function () {
		$screen = get_current_screen();
		if ( ! current_user_can( 'edit_shop_orders' ) || ! $screen || ! preg_match( '/dashboard|woocommerce|shop_order|wc-/', $screen->id ) ) {
			return;
		}
		$waiting = wc_get_orders( array( 'meta_key' => '_thuma_couriers_problem', 'meta_compare' => 'EXISTS', 'limit' => 10 ) ); // phpcs:ignore WordPress.DB.SlowDBQuery
		if ( ! $waiting ) {
			return;
		}
		echo '<div class="notice notice-warning"><p>' . esc_html__( 'Thuma couldn’t book these orders. Correct what is wrong, then check and book:', 'thuma-couriers' ) . '</p><ul>';
		foreach ( $waiting as $order ) {
			echo '<li>' . esc_html( '#' . $order->get_order_number() . ': ' . kept( $order, 'problem' ) ) . ' ' . wp_kses_post( book_button( $order ) ) . '</li>';
		}
		echo '</ul></div>';
	}
);

function book_page( \WC_Order $order ): string {
	return admin_url( 'admin.php?page=' . BOOK_PAGE . '&order=' . $order->get_id() );
}

function book_button( \WC_Order $order ): string {
	return '<a class="button" href="' . esc_url( book_page( $order ) ) . '">' . esc_html__( 'Check and book', 'thuma-couriers' ) . '</a>';
}

/** Whether a person may book this order: it isn't booked, or its booking was cancelled. */
function may_be_booked( \WC_Order $order ): bool {
	return ! is_over( $order ) && ( '' === kept( $order, 'booking' ) || 'cancelled' === kept( $order, 'state' ) );
}

/** What an order's own page says. */
add_action(
	'woocommerce_admin_order_data_after_shipping_address',
	function ( $order ) {
		$lines = array( 'Thuma Couriers', kept( $order, 'number' ), kept( $order, 'waybill' ), str_replace( '_', ' ', kept( $order, 'state' ) ) );
		echo '<p>' . esc_html( implode( ' · ', array_filter( $lines ) ) ) . '</p>';
		if ( '' !== kept( $order, 'sent_to' ) && md5( wp_json_encode( receiver( $order ) ) ) !== kept( $order, 'sent_to' ) ) {
			echo '<p>' . esc_html__( 'The receiver was changed after it was booked. Thuma has what was there before: phone us.', 'thuma-couriers' ) . '</p>';
		}
		if ( may_be_booked( $order ) && $order->get_id() ) {
			echo '<p>' . wp_kses_post( book_button( $order ) ) . '</p>';
		}
	}
);

add_action(
	'admin_menu',
	function () {
		add_submenu_page( '', 'Thuma Couriers', 'Thuma Couriers', 'edit_shop_orders', BOOK_PAGE, __NAMESPACE__ . '\show_book_page' );
	}
);

/** Shows today's price for an order, and books it at that. */
function show_book_page(): void {
	$order = wc_get_order( absint( $_GET['order'] ?? 0 ) ); // phpcs:ignore WordPress.Security.NonceVerification -- it only shows
	echo '<div class="wrap"><h1>' . esc_html__( 'Book with Thuma Couriers', 'thuma-couriers' ) . '</h1>';
	if ( ! $order || ! may_be_booked( $order ) ) {
		echo '<p>' . esc_html__( 'This order is booked, or it is over.', 'thuma-couriers' ) . '</p></div>';
		return;
	}
	$price = price_today( $order );
	$rand  = fn( $amount ) => 'R ' . number_format( (float) $amount, 2, ',', ' ' );
	$facts = array_filter( array_merge( array( '#' . $order->get_order_number(), kept( $order, 'problem' ) ), receiver( $order ) ) );
	echo '<p>' . implode( '<br>', array_map( 'esc_html', $facts ) ) . '</p>';
	echo '<p><a href="' . esc_url( $order->get_edit_order_url() ) . '">' . esc_html__( 'Correct the order', 'thuma-couriers' ) . '</a></p>';
	if ( ! $price ) {
		echo '<p>' . esc_html__( 'There is no price: Thuma doesn’t deliver to this postal code, no box holds the order, or Thuma doesn’t answer.', 'thuma-couriers' ) . '</p></div>';
		return;
	}
	/* translators: 1: today's price, 2: what the buyer paid */
	$words = __( 'Thuma’s price is %1$s today. Your customer paid %2$s for shipping.', 'thuma-couriers' );
	$paid  = (float) $order->get_shipping_total() + (float) $order->get_shipping_tax();
	echo '<p>' . esc_html( sprintf( $words, $rand( $price['total'] ), $rand( $paid ) ) ) . '</p>';
	echo '<form method="post" action="' . esc_url( admin_url( 'admin-post.php' ) ) . '">';
	wp_nonce_field( BOOK_PAGE . $order->get_id() );
	foreach ( array( 'action' => BOOK_PAGE, 'order' => $order->get_id(), 'box' => $price['box'], 'total' => $price['total'] ) as $name => $value ) {
		echo '<input type="hidden" name="' . esc_attr( $name ) . '" value="' . esc_attr( $value ) . '">';
	}
	/* translators: %s: price */
	submit_button( sprintf( __( 'Book for %s', 'thuma-couriers' ), $rand( $price['total'] ) ) );
	echo '</form></div>';
}

/** The price of an order's parcel, asked now. */
function price_today( \WC_Order $order ): ?array {
	$line     = our_line( $order );
	$contents = array();
	foreach ( $order->get_items() as $item ) {
		$product = $item->get_product();
		if ( $product && $product->needs_shipping() ) {
			$contents[] = array( $product, (float) $item->get_quantity() );
		}
	}
	$known = array_column( boxes(), null, 'id' )[ $line ? $line->get_meta( '_thuma_couriers_box' ) : '' ] ?? null;
	$box   = box_for( $contents ) ?? $known;
	return $box ? price( receiver( $order )['postal'], $box, true ) : null;
}

/** Books at the price that was shown. Thuma checks that it is still its price. */
add_action(
	'admin_post_' . BOOK_PAGE,
	function () {
		$order = wc_get_order( absint( $_POST['order'] ?? 0 ) );
		if ( ! $order || ! current_user_can( 'edit_shop_orders' ) || ! check_admin_referer( BOOK_PAGE . $order->get_id() ) ) {
			wp_die( '', '', 403 );
		}
		if ( may_be_booked( $order ) ) {
			$again = 'cancelled' === kept( $order, 'state' );
			$asked = array( 'box' => sanitize_text_field( wp_unslash( $_POST['box'] ?? '' ) ), 'total' => (string) (float) ( $_POST['total'] ?? 0 ) );
			$fresh = array_fill_keys( array( 'problem', 'tries', 'state', 'booking', 'number', 'sent_to' ), '' );
			keep( $order, $asked + array( 'n' => max( 1, (int) kept( $order, 'n' ) ) + (int) $again ) + $fresh );
			in_background( $order->get_id() );
		}
		wp_safe_redirect( $order->get_edit_order_url() );
		exit;
	}
);
