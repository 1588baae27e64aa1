<?php
/**
 * `php rules.php`: the names of the rules. `php rules.php <name>`: whether the plug-in keeps it; the tables of
 * tests/support/corpus/shops.mjs come as JSON.
 */
namespace Rules;

use function Thuma_Couriers\{ box_for, is_signed, connect_if_changed, disconnect, receive, work };

error_reporting( E_ALL );
set_error_handler( function ( $level, $words, $file, $line ) { throw new \ErrorException( $words, 0, $level, $file, $line ); } );
require __DIR__ . '/stand-in.php';

/** Three boxes; the bag is cheaper than the box that is smaller. */
const BOXES = array(
	array( 'id' => 'large', 'name' => 'Large', 'dimensions' => array( 'l' => 60, 'w' => 50, 'h' => 50 ), 'maxWeightKg' => 30, 'cost' => 23.5 ),
	array( 'id' => 'small', 'name' => 'Small', 'dimensions' => array( 'l' => 15, 'w' => 23, 'h' => 15 ), 'maxWeightKg' => 3, 'cost' => 5 ),
	array( 'id' => 'bag', 'name' => 'Bag', 'dimensions' => array( 'l' => 31, 'w' => 45, 'h' => 45 ), 'maxWeightKg' => 1, 'cost' => 4 ),
);
const PRICE = array( 'ok' => true, 'pricing' => array( 'totals' => array( 'grandTotal' => 80.62, 'subtotalExVat' => 70.1 ) ) );
const BOOKED = array( 'id' => 'b1', 'quoteNo' => 'Q48210934', 'status' => 'pending_payment', 'paymentUrl' => 'https://thuma.test/pay', 'waybillNo' => null );
const PAID = array( 'status' => 'waybill_created', 'waybillNo' => 'TH1', 'labelUrl' => 'https://thuma.test/l', 'trackingUrl' => 'https://thuma.test/t' ) + BOOKED;

function same( $seen, $wanted ) {
	if ( $seen !== $wanted ) {
		throw new \Exception( 'wanted ' . json_encode( $wanted, JSON_UNESCAPED_UNICODE ) . "\nseen   " . json_encode( $seen, JSON_UNESCAPED_UNICODE ) );
	}
}
function option( $name, $value ) { update_option( "thuma_couriers_$name", $value ); }
/** What Thuma answers, by method and address. Whatever isn't named has no answer. */
function thuma( array $answers ) {
	$GLOBALS['thuma'] = function ( $method, $path, $body, $how ) use ( $answers ) {
		$answer = $answers[ "$method $path" ] ?? null;
		return is_callable( $answer ) ? $answer( $body, $how ) : $answer;
	};
}
function prices( $quote = null ) {
	thuma( array( 'GET /v1/boxes' => answered( 200, BOXES ), 'POST /v1/quote/local' => $quote ?? answered( 200, PRICE ) ) );
}
function asked( $what ) {
	return count( array_filter( $GLOBALS['asked'], fn( $call ) => "$call[0] $call[1]" === $what ) );
}
function package( $products, $to = array() ) {
	$lines = array_map( fn( $product ) => array( 'data' => $product, 'quantity' => 1 ), $products );
	return array( 'contents' => $lines, 'destination' => $to + array( 'country' => 'ZA', 'postcode' => '1868' ) );
}
/** The rates of a package with one product that fits into the bag. */
function rates( $package = null ) {
	$method = new \Thuma_Couriers\Method( 1 );
	$method->calculate_shipping( $package ?? package( array( new \Product( 0.4, 30, 20, 5 ) ) ) );
	return $method->rates;
}
function id_for( ...$products ) {
	return box_for( array_map( fn( $product ) => is_array( $product ) ? $product : array( $product, 1.0 ), $products ) )['id'] ?? null;
}
/** One of the tables that came. */
function table( $name ) { return json_decode( file_get_contents( 'php://stdin' ), true )[ $name ]; }
/** A buyer in the shop, with these products and the chosen method. */
function buys( $chosen, ...$products ) {
	$GLOBALS['in_shop']        = true;
	$GLOBALS['cart']           = new \Cart();
	$GLOBALS['cart']->products = $products ? $products : array( new \Product( 1, 9, 9, 9 ) );
	$GLOBALS['session']        = array( 'chosen_shipping_methods' => array( $chosen ) );
}
/** What the classic checkout says is wrong. */
function wrong_in_classic( $typed, $landmark = '', $known = array() ) {
	$_POST         = array( 'thuma_couriers_landmark' => $landmark );
	$errors        = new \WP_Error();
	$errors->words = $known;
	done( 'woocommerce_after_checkout_validation', $typed + array( 'billing_country' => 'ZA', 'billing_address_1' => '9 Vilakazi Street', 'billing_phone' => '0821234567' ), $errors );
	return array_keys( $errors->words );
}
/** What the blocks checkout says is wrong; blank if nothing is. */
function wrong_in_blocks( $order, $landmark = '', $method = 'POST' ) {
	$request = new class( array(), '' ) extends \WP_REST_Request implements \ArrayAccess {
		public $typed;
		public function offsetExists( $name ): bool { return true; }
		#[\ReturnTypeWillChange]
		public function offsetGet( $name ) { return $this->typed; }
		public function offsetSet( $name, $value ): void {}
		public function offsetUnset( $name ): void {}
	};
	$request->method = $method;
	$request->typed  = array( 'thuma-couriers/landmark' => $landmark );
	try {
		done( 'woocommerce_store_api_checkout_update_order_from_request', $order, $request );
	} catch ( \Automattic\WooCommerce\StoreApi\Exceptions\RouteException $wrong ) {
		ob_end_clean();
		return $wrong->error;
	}
	return '';
}
/** Books order 17 and pays for it. */
function paid() {
	$order = new \WC_Order();
	booking( answered( 201, BOOKED ), array( 'GET /v1/bookings/b1' => answered( 200, PAID ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => array( array( 'kind' => 'booked' ) ) ) ) ) );
	work( 17 );
	work( 17, true );
	return $order;
}
function booking( $answer, ...$more ) {
	thuma( array_merge( array( 'POST /v1/bookings' => $answer ), ...$more ) );
}

$rules = array(
	'prices are asked in the shop’s name' => function () {
		option( 'key', 'tk_1' );
		prices();
		\Thuma_Couriers\boxes();
		\Thuma_Couriers\price( '1868', BOXES[0] );
		same( array_map( fn( $call ) => $call[3]['headers']['Authorization'], $GLOBALS['asked'] ), array( 'Bearer tk_1', 'Bearer tk_1' ) );
	},
	'the cheapest chosen box holds weight, longest sides and volumes' => function () {
		prices();
		same( id_for( new \Product( 1, 45, 31, 45 ) ), 'bag' );
		same( id_for( new \Product( 1.01, 15, 15, 23 ) ), 'small' );
		same( id_for( new \Product( 1.01, 15, 15, 23.5 ) ), 'large' );
		same( id_for( array( new \Product( 0.6, 23, 15, 8 ), 2.0 ) ), 'large' );
		same( id_for( array( new \Product( 0.6, 23, 15, 7.5 ), 2.0 ) ), 'small' );
		same( id_for( new \Product( 30, 10, 10, 10 ) ), 'large' );
		same( id_for( new \Product( 30.1, 10, 10, 10 ) ), null );
		same( id_for( new \Product( 1, 61, 10, 10 ) ), null );
		same( id_for(), null );
		option( 'boxes', 'small, large' );
		same( id_for( new \Product( 1, 10, 10, 10 ) ), 'small' );
		option( 'boxes', 'gone' );
		same( id_for( new \Product( 1, 10, 10, 10 ) ), null );
	},
	'a product without weight or size counts as the usual box, or has no rate' => function () {
		prices();
		foreach ( array( new \Product( '' ), new \Product( 1 ), new \Product( '', 9, 9, 9 ), new \Product( 1, 9, 9, '' ), new \Product( -1, 9, 9, 9 ) ) as $product ) {
			same( array( id_for( $product ), rates( package( array( $product ) ) ) ), array( null, array() ) );
		}
		option( 'default_box', 'small' );
		same( id_for( new \Product( '' ) ), 'small' );
		same( id_for( array( new \Product( '' ), 2.0 ) ), 'large' );
		same( id_for( new \Product( 4 ) ), 'large' );
		same( id_for( new \Product( '', 9, 9, 9 ) ), 'small' );
	},
	'VAT is right both ways, and the markup is added' => function () {
		prices();
		$rate = rates()[0];
		same( array( $rate['cost'], $rate['taxes'], $rate['meta_data']['_thuma_couriers_total'] ), array( 80.62, false, 80.62 ) );
		$GLOBALS['vat'] = array( 1 => 15 );
		same( array( rates()[0]['cost'], rates()[0]['taxes'] ), array( 70.1, '' ) );
		foreach ( array( '0' => 70.1, '10' => 80.1, 'R 10,50' => 80.6, '10%' => 77.11, '-5' => 65.1, 'much' => 70.1, '' => 70.1 ) as $typed => $cost ) {
			option( 'markup', (string) $typed );
			same( rates()[0]['cost'], $cost );
		}
		option( 'markup', '-70.10' );
		same( rates(), array() );
	},
	'no rate and no call: another country, a code that isn’t one, another money, nothing to ship' => function () {
		prices();
		$virtual          = new \Product( 1, 9, 9, 9 );
		$virtual->shipped = false;
		same( rates( package( array( $virtual ) ) ), array() );
		same( rates( package( array() ) ), array() );
		foreach ( array( array( 'country' => 'NA' ), array( 'postcode' => '' ), array( 'postcode' => '18681' ), array( 'postcode' => "18'8" ) ) as $to ) {
			same( rates( package( array( new \Product( 1, 9, 9, 9 ) ), $to ) ), array() );
		}
		$GLOBALS['options']['woocommerce_currency'] = 'USD';
		same( array( rates(), asked( 'POST /v1/quote/local' ) ), array( array(), 0 ) );
	},
	'an answer is kept ten minutes, a failure one, and a request waits two seconds in all' => function () {
		prices( fn() => $GLOBALS['refuse'] ?? answered( 200, PRICE ) );
		same( array( count( rates() ), count( rates() ), asked( 'POST /v1/quote/local' ) ), array( 1, 1, 1 ) );
		$to     = fn( $code ) => count( rates( package( array( new \Product( 0.4, 30, 20, 5 ) ), array( 'postcode' => $code ) ) ) );
		$kept   = array_filter( array_column( $GLOBALS['transients'], 1 ), fn( $until ) => abs( $until - $GLOBALS['now'] - 600 ) < 1 );
		same( count( $kept ), 2 );
		$GLOBALS['refuse'] = answered( 422, array( 'ok' => false ) );
		same( array( $to( '9100' ), $to( '9100' ), asked( 'POST /v1/quote/local' ) ), array( 0, 0, 2 ) );
		$until = array_column( $GLOBALS['transients'], 1 );
		same( end( $until ), $GLOBALS['now'] + 60 );
		// It hangs until its time is up, and nothing more is asked of it, whatever the question.
		prices( function ( $body, $how ) { $GLOBALS['now'] += $how['timeout']; return null; } );
		same( array( $to( '0001' ), $to( '0002' ), $to( '0003' ), asked( 'POST /v1/quote/local' ) ), array( 0, 0, 0, 3 ) );
		same( end( $GLOBALS['asked'] )[3]['timeout'], 2.0 );
	},
	'while Thuma is stopped it is asked once a minute, whatever the question' => function () {
		prices( fn() => null );
		$to = fn( $code ) => count( rates( package( array( new \Product( 0.4, 30, 20, 5 ) ), array( 'postcode' => $code ) ) ) );
		same( array( $to( '0001' ), $to( '0002' ), $to( '0003' ), asked( 'POST /v1/quote/local' ) ), array( 0, 0, 0, 1 ) );
		same( count( $GLOBALS['transients'] ), 2 );
		$GLOBALS['now'] += 60;
		prices();
		same( $to( '0004' ), 1 );
	},
	'boxes that come slowly leave less time for the price' => function () {
		thuma( array(
			'GET /v1/boxes'        => function () { $GLOBALS['now'] += 1.5; return answered( 200, BOXES ); },
			'POST /v1/quote/local' => answered( 200, PRICE ),
		) );
		same( count( rates() ), 1 );
		same( round( end( $GLOBALS['asked'] )[3]['timeout'], 3 ), 0.5 );
	},
	'whatever Thuma answers, a checkout goes on without our rate' => function () {
		$free    = array( 'ok' => true, 'pricing' => array( 'totals' => array( 'grandTotal' => 0, 'subtotalExVat' => 0 ) ) );
		$answers = array( null, answered( 200, '<html>' ), answered( 200, str_repeat( '[', 70000 ) ), answered( 500, PRICE ), answered( 302, PRICE ), answered( 200, $free ), answered( 200, array( 'ok' => true, 'pricing' => 'free' ) ), answered( 200, array( 'ok' => false ) + PRICE ), answered( 200, '"80.62"' ) );
		option( 'markup', '10' );
		foreach ( $answers as $n => $answer ) {
			$GLOBALS['transients'] = array();
			prices( fn() => $answer );
			same( rates( package( array( new \Product( 0.4, 30, 20, 5 ) ), array( 'postcode' => (string) ( 1000 + $n ) ) ) ), array() );
		}
		foreach ( array( '{"a": 1}', '[1, null, {"id": []}]', '[{"id": "x", "dimensions": 3}]' ) as $n => $boxes ) {
			option( 'site', "https://thuma.test/$n" );
			thuma( array( "GET /$n/v1/boxes" => answered( 200, $boxes ) ) );
			same( rates(), array() );
		}
		$broken     = new \Product( 1, 9, 9, 9 );
		$broken->of = array();
		same( rates( package( array( $broken ) ) ), array() );
	},
	'an order is booked once, with what the buyer saw, however often it is told' => function () {
		$order = new \WC_Order( array( 'first_name' => 'Zódwa' ) );
		booking( answered( 201, BOOKED ) );
		for ( $time = 0; $time < 5; $time++ ) {
			work( 17 );
		}
		list( , , $body, $how ) = $GLOBALS['asked'][0];
		same( array( count( $GLOBALS['asked'] ), count( $order->notes ) ), array( 1, 1 ) );
		same( array( $how['headers']['Idempotency-Key'], $how['headers']['Authorization'] ), array( 'wc-shop.test-za-17-1', 'Bearer thuma_test_key' ) );
		same( array( $body['reference'], $body['to']['name'], $body['parcel'], $body['agreedTotal'] ), array( '1017', 'Zódwa Khumalo', array( 'boxId' => 'small', 'quantity' => 1, 'parcelDesc' => 'Shoes 👟' ), 80.62 ) );
		same( $order->get_meta( '_thuma_couriers_body' ), '' );
	},
	'no answer is tried again with the same body, later and later, for a day; a killed worker too' => function () {
		$order = new \WC_Order();
		booking( null );
		work( 17 );
		$order->of['city'] = 'Pretoria';
		for ( $time = 1; $time < 12; $time++ ) {
			work( ...array_pop( $GLOBALS['later'] )[2] );
			$waits[] = end( $GLOBALS['later'] )[0] ?? null;
		}
		same( array( count( $GLOBALS['asked'] ), array_unique( array_column( array_column( array_column( $GLOBALS['asked'], 2 ), 'to' ), 'city' ) ) ), array( 12, array( 'Soweto' ) ) );
		same( array( array_slice( $waits, 0, 3 ), max( $waits ), $GLOBALS['later'] ), array( array( 120, 240, 480 ), 21600, array() ) );
		same( array( count( $order->notes ), $order->get_meta( '_thuma_couriers_problem' ) ), array( 1, 'Thuma hasn’t answered for a day.' ) );
		foreach ( $GLOBALS['hooks']['action_scheduler_failed_action'] as $killed ) {
			$killed( 1 );
		}
		same( end( $GLOBALS['later'] ), array( 60, 'thuma_couriers_order', array( 17, false ) ) );
		booking( answered( 201, BOOKED ) );
		work( 17 );
		same( array( $order->get_meta( '_thuma_couriers_booking' ), $order->get_meta( '_thuma_couriers_problem' ) ), array( 'b1', '' ) );
	},
	'what a person must correct is one note, and nothing is tried again' => function () {
		$order = new \WC_Order( array( 'phone' => '' ) );
		booking( answered( 400, array( 'type' => 'https://thuma.test/developers#wrong-fields', 'detail' => '2 fields are wrong.', 'errors' => array( array( 'detail' => 'Receiver phone is required' ), array( 'detail' => 'City is required' ) ) ) ) );
		work( 17 );
		work( 17 );
		same( array( count( $GLOBALS['asked'] ), count( $GLOBALS['later'] ), count( $order->notes ) ), array( 1, 0, 1 ) );
		same( $order->notes[0], 'Thuma couldn’t book this order: Receiver phone is required. City is required. Correct it, then check and book it: https://shop.test/wp-admin/admin.php?page=thuma-couriers-book&order=17' );
		$order->status = 'cancelled';
		work( 17 );
		same( array( $order->get_meta( '_thuma_couriers_problem' ), count( $GLOBALS['asked'] ) ), array( '', 1 ) );
	},
	'an order that a person made in the shop is booked at the price that they are shown' => function () {
		$order             = new \WC_Order();
		$order->line->meta = array();
		booking( answered( 201, BOOKED ) );
		work( 17 );
		work( 17 );
		same( array( $order->notes, $GLOBALS['asked'] ), array( array( 'Thuma couldn’t book this order: Its shipping was entered by hand, so no box was chosen. Correct it, then check and book it: https://shop.test/wp-admin/admin.php?page=thuma-couriers-book&order=17' ), array() ) );
		\Thuma_Couriers\choose( $order, 'bag', 1, 80.62 );
		work( 17 );
		same( array( $GLOBALS['asked'][0][2]['parcel']['boxId'], $order->get_meta( '_thuma_couriers_booking' ), $order->get_meta( '_thuma_couriers_problem' ) ), array( 'bag', 'b1', '' ) );
	},
	'too many unpaid bookings are told in Thuma’s words, and the order waits for a person' => function () {
		$order = new \WC_Order();
		booking( answered( 409, array( 'type' => 'https://thuma.test/developers#limit-reached', 'detail' => '300 parcels of this account are not paid yet. Nothing was booked. Pay for some, or cancel some, and book again.' ) ) );
		work( 17 );
		work( 17 );
		same( array( count( $GLOBALS['asked'] ), count( $GLOBALS['later'] ), count( $order->notes ) ), array( 1, 0, 1 ) );
		same( $order->notes[0], 'Thuma couldn’t book this order: 300 parcels of this account are not paid yet. Nothing was booked. Pay for some, or cancel some, and book again. Correct it, then check and book it: https://shop.test/wp-admin/admin.php?page=thuma-couriers-book&order=17' );
	},
	'a cancelled or refunded order cancels its booking, or a note says to phone; one that may have been booked is found first' => function () {
		foreach ( array( 'cancelled', 'refunded' ) as $status ) {
			$order         = new \WC_Order();
			$cancelled     = array( 'POST /v1/bookings/b1/cancel' => answered( 200, array( 'status' => 'cancelled' ) + BOOKED ) );
			$order->status = $status;
			work( 17 );
			same( $GLOBALS['asked'], array() );
			$order->status = 'processing';
			booking( null );
			work( 17 );
			$order->status = $status;
			booking( answered( 201, BOOKED ), $cancelled );
			work( 17 );
			work( 17 );
			same( array( asked( 'POST /v1/bookings/b1/cancel' ), $order->get_meta( '_thuma_couriers_state' ), count( $order->notes ) ), array( 1, 'cancelled', 2 ) );
			$GLOBALS['asked'] = array();
		}
		$order->status = 'processing';
		work( 17 );
		work( 17 );
		same( array( $GLOBALS['asked'], $order->get_meta( '_thuma_couriers_problem' ) ), array( array(), 'Its booking was cancelled.' ) );
		$late = new \WC_Order();
		booking( answered( 201, BOOKED ), array( 'POST /v1/bookings/b1/cancel' => answered( 409, array( 'type' => '#too-late', 'detail' => 'The parcel is with us.' ) ) ) );
		work( 17 );
		$late->status = 'cancelled';
		work( 17 );
		work( 17 );
		same( array( asked( 'POST /v1/bookings/b1/cancel' ), end( $late->notes ) ), array( 1, 'Thuma couldn’t cancel this order’s booking: The parcel is with us. Phone us: https://thuma.test/contact' ) );
	},
	'what more is to be paid is noted for the shop alone with its page, once; and when nothing is any more' => function () {
		$order = new \WC_Order();
		$asks  = function ( $due ) use ( $order ) {
			booking( answered( 201, BOOKED ), array( 'GET /v1/bookings/b1' => answered( 200, $due + PAID ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => array() ) ) ) );
			work( 17 );
			$notes = count( $order->notes );
			work( 17, true );
			return array_slice( $order->notes, $notes );
		};
		$asks( array() );
		$due  = array( 'amountDue' => 56.92, 'paymentUrl' => 'https://thuma.test/charge' );
		$note = ' more to pay to Thuma, or to refuse: https://thuma.test/charge The parcel waits until then.';
		same( $asks( $due ), array( "R 56,92$note" ) );
		same( $asks( $due ), array() );
		same( $asks( array( 'amountDue' => 10 ) + $due ), array( "R 10,00$note" ) );
		same( $asks( array() ), array( 'Nothing more to pay to Thuma.' ) );
		same( $asks( array() ), array() );
	},
	'on account is never told as paid or to be paid: at once, or once it goes on the account later' => function () {
		$on_account = array( 'paymentStatus' => 'on_account', 'paymentUrl' => null ) + PAID;
		$waybill    = 'On account. Waybill TH1. Label: https://thuma.test/l Tracking: https://thuma.test/t';
		$notes      = function ( $booked, ...$later ) {
			$order = new \WC_Order();
			booking( answered( 201, $booked ) );
			work( 17 );
			foreach ( $later as $now ) {
				booking( answered( 201, $booked ), array( 'GET /v1/bookings/b1' => answered( 200, $now ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => array( array( 'kind' => 'booked' ) ) ) ) ) );
				work( 17, true );
			}
			return array( $order->status, array_slice( $order->notes, 0, 3 ) );
		};
		list( $status, $at_once ) = $notes( $on_account, $on_account );
		same( array( $status, $at_once[0], $at_once[1] ), array( 'processing', 'Booked with Thuma: Q48210934, R 80,62. It is on account: there is nothing to pay now.', $waybill ) );
		list( $status, $later ) = $notes( BOOKED, $on_account, array( 'paymentStatus' => 'paid' ) + PAID );
		same( array( $status, end( $later ) ), array( 'processing', $waybill ) );
		same( preg_match( '/\bpaid/i', implode( ' ', $at_once ) ), 0 );
	},
	'a payment that was taken back holds the order until it is paid again; one that a person has moved on stays' => function () {
		$order  = new \WC_Order();
		$is_now = function ( $booking, ...$kinds ) {
			$events = array_map( fn( $kind ) => array( 'kind' => $kind, 'place' => null ), $kinds );
			booking( answered( 201, BOOKED ), array( 'GET /v1/bookings/b1' => answered( 200, $booking ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => $events ) ) ) );
			work( 17, true );
			work( 17, true );
		};
		$is_now( BOOKED );
		$is_now( PAID, 'booked' );
		$notes = count( $order->notes );
		$is_now( BOOKED );
		same( array( $order->status, array_slice( $order->notes, $notes ) ), array( 'on-hold', array( 'Not paid any more: Thuma took the payment back, and waybill TH1 is void. Don’t use its label. Pay again: https://thuma.test/pay' ) ) );
		$is_now( PAID, 'booked', 'cancelled', 'booked' );
		same( array( $order->status, count( $order->notes ) ), array( 'processing', $notes + 2 ) );
		$is_now( BOOKED );
		$order->status = 'completed';
		$is_now( PAID, 'booked', 'cancelled', 'booked', 'cancelled', 'booked' );
		same( $order->status, 'completed' );
		$is_now( BOOKED );
		same( $order->status, 'completed' );
		$order->status = 'on-hold';
		$is_now( PAID, 'booked' );
		same( $order->status, 'on-hold' );
	},
	'a signed call makes the shop ask; delivered completes the order; wrong, old and repeated calls do no harm' => function () {
		$order = new \WC_Order();
		booking( answered( 201, BOOKED ) );
		work( 17 );
		option( 'secret', 'whsec_' . base64_encode( 'a secret of some length' ) );
		$body = json_encode( array( 'type' => 'parcel.delivered', 'data' => array( 'bookingId' => 'b1' ) ) );
		$call = function ( $seconds_ago, $signed = null, $id = 'm1' ) use ( $body ) {
			$sent_at = (int) $GLOBALS['now'] - $seconds_ago;
			$right   = 'v1,' . base64_encode( hash_hmac( 'sha256', "$id.$sent_at." . ( $signed ?? $body ), 'a secret of some length', true ) );
			return receive( new \WP_REST_Request( array( 'webhook-id' => $id, 'webhook-timestamp' => (string) $sent_at, 'webhook-signature' => "v1,b3RoZXI= $right" ), $body ) )->status;
		};
		$events = array( array( 'kind' => 'booked' ), array( 'kind' => 'delivered', 'place' => null ) );
		$truth  = array( 'GET /v1/bookings/b1' => answered( 200, PAID ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => $events ) ) );
		same( array( $call( 0, 'another body' ), $call( 301 ), $call( -301 ), $order->status ), array( 401, 401, 401, 'processing' ) );
		same( $call( 0 ), 503 );
		$is_alone = array();
		thuma( array( 'GET /v1/bookings/b1' => function () use ( &$is_alone ) { $is_alone[] = $GLOBALS['is_locked']; return answered( 200, PAID ); } ) );
		$call( 0 );
		same( array( $is_alone, $GLOBALS['is_locked'] ), array( array( true ), false ) );
		thuma( $truth );
		same( array( $call( 0 ), $call( 0 ), $call( 299 ), $order->status ), array( 204, 204, 204, 'completed' ) );
		same( array_slice( $order->notes, 1 ), array( 'Paid. Waybill TH1. Label: https://thuma.test/l Tracking: https://thuma.test/t', 'Thuma delivered the parcel.' ) );
		option( 'secret', '' );
		same( array( $call( 0 ), is_signed( '', '', '', '', '', 0 ), receive( new \WP_REST_Request( array(), 'null' ) )->status ), array( 401, false, 401 ) );
	},
	'a key that works registers this shop once, another account’s webhook is ended, deactivating ends it' => function () {
		$known = answered( 409, array( 'type' => 'x#address-known' ), array( 'location' => '/v1/webhooks/w1' ) );
		thuma( array( 'POST /v1/webhooks' => answered( 201, array( 'id' => 'w1', 'secret' => 'whsec_1' ) ) ) );
		connect_if_changed();
		connect_if_changed();
		same( array( count( $GLOBALS['asked'] ), $GLOBALS['asked'][0][2]['url'], get_option( 'thuma_couriers_secret' ) ), array( 1, 'https://shop.test/wp-json/thuma-couriers/v1/webhook', 'whsec_1' ) );
		thuma( array( 'POST /v1/webhooks' => $known, 'POST /v1/webhooks/w1/secret' => answered( 200, array( 'secret' => 'whsec_2' ) ) ) );
		option( 'key', 'another of this account' );
		connect_if_changed();
		same( array( get_option( 'thuma_couriers_secret' ), asked( 'DELETE /v1/webhooks/w1' ) ), array( 'whsec_2', 0 ) );
		thuma( array( 'POST /v1/webhooks' => answered( 201, array( 'id' => 'w2', 'secret' => 'whsec_3' ) ) ) );
		option( 'key', 'of another account' );
		connect_if_changed();
		$last = end( $GLOBALS['asked'] );
		same( array( "$last[0] $last[1]", $last[3]['headers']['Authorization'] ), array( 'DELETE /v1/webhooks/w1', 'Bearer another of this account' ) );
		thuma( array( 'POST /v1/webhooks' => answered( 401, array( 'type' => 'x#wrong-key' ) ) ) );
		option( 'key', 'revoked' );
		connect_if_changed();
		same( array( get_option( 'thuma_couriers_secret' ), get_option( 'thuma_couriers_result' ) ), array( '', 'Thuma doesn’t know this shop’s API key. Copy it again, or make a new one.' ) );
		thuma( array( 'POST /v1/webhooks' => answered( 400, array( 'detail' => 'The address begins with https://.' ) ) ) );
		option( 'key', 'without https' );
		connect_if_changed();
		same( get_option( 'thuma_couriers_result' ), 'Your key works. This shop asks for news twice a day, because Thuma can’t call it: The address begins with https://.' );
		option( 'webhook', 'w3' );
		disconnect();
		$last = end( $GLOBALS['asked'] );
		same( array( "$last[0] $last[1]", get_option( 'thuma_couriers_webhook' ) ), array( 'DELETE /v1/webhooks/w3', false ) );
	},
	'an order’s note, company, second line and entities reach the driver, and nothing is too long for Thuma' => function () {
		foreach ( table( 'orders' ) as $row ) {
			$order                  = new \WC_Order( $row['order'] + array( 'address_2' => '', 'landmark' => '' ) );
			$order->meta            = array_filter( array( \Thuma_Couriers\LANDMARK_META => $row['order']['landmark'] ?? '' ) );
			$order->item->name      = $row['product'] ?? 'Shoes';
			$body                   = \Thuma_Couriers\booking_of( $order );
			$flat                   = $body['to'] + $body['parcel'] + $body;
			same( array( $row['kind'], array_intersect_key( $flat, $row['booked'] ) ), array( $row['kind'], array_replace( array_intersect_key( $flat, $row['booked'] ), $row['booked'] ) ) );
			same( isset( $body['to']['suburb'] ), false );
			foreach ( array( 'name' => 60, 'addressLine' => 100, 'city' => 50, 'landmark' => 120, 'parcelDesc' => 100, 'specialInstructions' => 300 ) as $field => $most ) {
				same( array( $row['kind'], $field, strlen( mb_convert_encoding( $flat[ $field ], 'UTF-16LE' ) ) / 2 <= $most ), array( $row['kind'], $field, true ) );
			}
		}
	},
	'the shop’s own second line isn’t a suburb, and a post box isn’t a place to collect' => function () {
		option( 'from_address', '' );
		foreach ( array( 'address' => '12 Shop Street', 'address_2' => 'Unit 3 &amp; 4', 'city' => 'Germiston', 'postcode' => '1459' ) as $name => $value ) { update_option( "woocommerce_store_$name", $value ); }
		same( \Thuma_Couriers\booking_of( new \WC_Order() )['from'], array( 'addressLine' => '12 Shop Street, Unit 3 & 4', 'city' => 'Germiston', 'postal' => '1459' ) );
		$told = fn() => array_column( \Thuma_Couriers\settings(), 'desc' )[0];
		prices();
		same( strpos( $told(), 'post box' ), false );
		update_option( 'woocommerce_store_address', 'PO Box 12' );
		update_option( 'woocommerce_store_address_2', '' );
		same( (bool) strpos( $told(), 'We can’t collect at a post box' ), true );
	},
	'a post box without a door is asked about before it is paid, in both checkouts, if our rate is chosen' => function () {
		buys( 'thuma_couriers:3' );
		foreach ( table( 'postBoxes' ) as list( list( $first, $second ), $is_alone ) ) {
			$seen  = wrong_in_classic( array( 'billing_address_1' => $first, 'billing_address_2' => $second ) );
			$order = new \WC_Order( array( 'address_1' => $first, 'address_2' => $second, 'country' => 'ZA' ) );
			same( array( $first, $seen, wrong_in_blocks( $order ) ), array( $first, $is_alone ? array( 'billing_address_1_thuma' ) : array(), $is_alone ? 'thuma_couriers_address_1' : '' ) );
		}
		$box = array( 'billing_address_1' => 'PO Box 1' );
		same( array( wrong_in_classic( $box, 'Blue gate' ), wrong_in_classic( array( 'billing_country' => 'NA' ) + $box ) ), array( array(), array() ) );
		same( wrong_in_classic( $box + array( 'ship_to_different_address' => 1, 'shipping_country' => 'ZA', 'shipping_address_1' => '9 Vilakazi Street' ) ), array() );
		same( wrong_in_classic( array( 'ship_to_different_address' => 1, 'shipping_country' => 'ZA', 'shipping_address_1' => 'Posbus 2' ) ), array( 'shipping_address_1_thuma' ) );
		$order = new \WC_Order( array( 'address_1' => 'PO Box 1', 'country' => 'ZA' ) );
		same( array( wrong_in_blocks( $order, 'Blue gate' ), wrong_in_blocks( $order, '', 'PUT' ) ), array( '', '' ) );
		buys( 'flat_rate:1' );
		same( wrong_in_classic( $box + array( 'billing_phone' => '' ) ), array() );
		$order->line->method = 'flat_rate';
		same( wrong_in_blocks( $order ), '' );
	},
	'a phone is required where our rate is chosen, whatever the shop has set' => function () {
		$field = 'option_woocommerce_checkout_phone_field';
		$block = array( 'blockName' => 'woocommerce/checkout', 'attrs' => array( 'showPhoneField' => false ) );
		buys( 'thuma_couriers:3' );
		same( array( filtered( $field, 'hidden' ), filtered( $field, 'optional' ), filtered( "default_$field", false ) ), array_fill( 0, 3, 'required' ) );
		same( filtered( 'render_block_data', $block )['attrs'], array( 'showPhoneField' => true, 'requirePhoneField' => true ) );
		foreach ( array( '', ' ', '-', 'none', '082', '082 123' ) as $phone ) {
			same( array( $phone, wrong_in_classic( array( 'billing_phone' => $phone ) ) ), array( $phone, array( 'billing_phone_thuma' ) ) );
			same( array( $phone, wrong_in_blocks( new \WC_Order( array( 'phone' => $phone, 'country' => 'ZA' ) ) ) ), array( $phone, 'thuma_couriers_phone' ) );
		}
		foreach ( array( '0821234567', '+27 (0)82 123 4567', '082.123.4567', '011 555 1234', '٠٨٢١٢٣٤٥٦٧' ) as $phone ) {
			same( array( $phone, wrong_in_classic( array( 'billing_phone' => $phone ) ), wrong_in_blocks( new \WC_Order( array( 'phone' => $phone, 'country' => 'ZA' ) ) ) ), array( $phone, array(), '' ) );
		}
		same( wrong_in_classic( array( 'billing_phone' => '', 'shipping_phone' => '0821234567' ) ), array() );
		same( wrong_in_classic( array( 'billing_phone' => '' ), '', array( 'billing_phone_required' => 'Phone is a required field.' ) ), array( 'billing_phone_required' ) );
		buys( 'flat_rate:1' );
		same( array( filtered( $field, 'hidden' ), filtered( $field, 'optional' ), filtered( $field, 'required' ) ), array( 'optional', 'optional', 'required' ) );
		same( filtered( 'render_block_data', $block )['attrs']['requirePhoneField'], false );
		$GLOBALS['in_shop'] = false;
		same( filtered( $field, 'hidden' ), 'hidden' );
	},
	'the buyer gets number and link once, in the order’s emails and in My account, as long as they are true' => function () {
		$order = paid();
		$words = 'Thuma Couriers brings your order. Parcel number: TH1. Follow it here: https://thuma.test/t';
		work( 17, true );
		same( $order->to_buyer, array( $words ) );
		$in_email = fn( $to_admin, $is_plain, $id ) => done( 'woocommerce_email_after_order_table', $order, $to_admin, $is_plain, (object) array( 'id' => $id ) );
		same( done( 'woocommerce_order_details_after_order_table', $order ), "<p class=\"thuma-couriers\">$words</p>" );
		same( array( $in_email( false, false, 'customer_completed_order' ), $in_email( false, true, 'customer_invoice' ) ), array( "<p class=\"thuma-couriers\">$words</p>", "\n$words\n" ) );
		same( array( $in_email( true, false, 'new_order' ), $in_email( false, false, 'customer_note' ) ), array( '', '' ) );
		$cancelled       = clone $order;
		$cancelled->meta = array( '_thuma_couriers_state' => 'cancelled' ) + $order->meta;
		same( done( 'woocommerce_order_details_after_order_table', $cancelled ), '' );
		thuma( array( 'GET /v1/bookings/b1' => answered( 200, BOOKED ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => array() ) ) ) );
		work( 17, true );
		same( array( done( 'woocommerce_order_details_after_order_table', $order ), count( $order->to_buyer ) ), array( '', 1 ) );
		$before = new \WC_Order();
		$before->meta = array( '_thuma_couriers_booking' => 'b1', '_thuma_couriers_waybill' => 'TH1' );
		thuma( array( 'GET /v1/bookings/b1' => answered( 200, PAID ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => array() ) ) ) );
		same( done( 'woocommerce_order_details_after_order_table', $before ), '' );
		work( 17, true );
		same( array( (bool) strpos( done( 'woocommerce_order_details_after_order_table', $before ), 'TH1' ), $before->to_buyer ), array( true, array() ) );
	},
	'the list of orders has the waybill, finds it, and prints the labels of many' => function () {
		$order  = paid();
		$column = fn() => done( 'manage_woocommerce_page_wc-orders_custom_column', 'thuma_couriers', $order );
		same( array( filtered( 'manage_edit-shop_order_columns', array() ), $column() ), array( array( 'thuma_couriers' => 'Thuma Couriers' ), '<a href="https://thuma.test/t">TH1</a>' ) );
		same( done( 'manage_shop_order_posts_custom_column', 'order_status', 17 ), '' );
		same( in_array( '_thuma_couriers_waybill', filtered( 'woocommerce_order_table_search_query_meta_keys', array() ), true ), true );
		$unpaid       = new \WC_Order();
		$unpaid->meta = array( '_thuma_couriers_booking' => 'b2', '_thuma_couriers_number' => 'Q1' );
		same( done( 'manage_shop_order_posts_custom_column', 'thuma_couriers', 17 ), 'Q1 (not paid)' );
		$GLOBALS['orders'] = array( 17 => $order, 18 => $unpaid, 19 => clone $order );
		$GLOBALS['orders'][19]->meta['_thuma_couriers_booking'] = 'b3';
		$print = function ( ...$ids ) {
			try {
				return filtered( 'handle_bulk_actions-woocommerce_page_wc-orders', 'back', 'thuma_couriers_labels', $ids );
			} catch ( \DomainException $stopped ) {
				return $stopped->getMessage();
			}
		};
		thuma( array( 'GET /v1/labels.pdf?bookings=b1%2Cb3' => answered( 409, array( 'detail' => 'Q1 isn’t paid, so it has no label.' ) ) ) );
		same( array( $print( 17, 18, 19 ), $print( 18 ) ), array( 'Q1 isn’t paid, so it has no label.', 'None of these orders has a label: a parcel gets it once it is paid, or on account.' ) );
		same( array( $print( ...array_fill( 0, 51, 17 ) ), end( $GLOBALS['asked'] )[3]['headers']['Authorization'] ), array( 'Choose at most 50 orders at once.', 'Bearer thuma_test_key' ) );
		thuma( array() );
		same( $print( 17 ), 'Thuma doesn’t answer. Try again later.' );
		same( filtered( 'handle_bulk_actions-edit-shop_order', 'back', 'trash', array( 17 ) ), 'back' );
		thuma( array( 'GET /v1/labels.pdf?bookings=b1' => answered( 200, '%PDF-1.3' ) ) );
		$answer = \Thuma_Couriers\call_by_key( 'GET', '/v1/labels.pdf?bookings=b1' );
		same( array( $answer['status'], $answer['bytes'] ), array( 200, '%PDF-1.3' ) );
	},
	'an order that no box holds goes in the fewest equal boxes, is priced and booked as such, and its shop is told' => function () {
		prices();
		$needed = function ( ...$lines ) {
			$box = box_for( $lines );
			return $box ? array( $box['id'], $box['quantity'] ) : null;
		};
		$brick = new \Product( 20, 20, 20, 20 );
		same( $needed( array( $brick, 1.0 ) ), array( 'large', 1 ) );
		same( $needed( array( $brick, 3.0 ) ), array( 'large', 3 ) );
		same( $needed( array( new \Product( 15, 20, 20, 20 ), 4.0 ) ), array( 'large', 2 ) );
		same( $needed( array( new \Product( 1, 60, 50, 50 ), 2.0 ), array( new \Product( 29, 10, 10, 10 ), 1.0 ) ), array( 'large', 3 ) );
		same( $needed( array( $brick, 20.0 ), array( new \Product( 10, 5, 5, 5 ), 20.0 ) ), array( 'large', 20 ) );
		same( array( $needed( array( $brick, 21.0 ) ), $needed( array( new \Product( 31, 9, 9, 9 ), 2.0 ) ), $needed( array( new \Product( 1, 9, 9, 61 ), 1.0 ) ) ), array( null, null, null ) );
		same( $needed( array( new \Product( 0.1, 60, 50, 50 ), 2.5 ) ), array( 'large', 3 ) );
		$bead = new \Product( 0.001, 1, 1, 1 );
		same( array( $needed( array( $brick, 2.0 ), array( $bead, 1998.0 ) ), $needed( array( $brick, 2.0 ), array( $bead, 1999.0 ) ) ), array( array( 'large', 2 ), null ) );
		option( 'boxes', 'small' );
		same( $needed( array( new \Product( 2, 9, 9, 9 ), 2.0 ) ), array( 'small', 2 ) );
		option( 'boxes', '' );
		$package                            = package( array( $brick ) );
		$package['contents'][0]['quantity'] = 2;
		$rate                               = rates( $package )[0];
		$asked                              = end( $GLOBALS['asked'] )[2];
		same( array( $rate['label'], $rate['meta_data']['_thuma_couriers_quantity'], $asked['quantity'], $asked['selectedBoxId'] ), array( 'Thuma Couriers (2 parcels)', 2, 2, 'large' ) );
		$order             = new \WC_Order();
		$order->line->meta = array( '_thuma_couriers_box' => 'large', '_thuma_couriers_total' => '161.24', '_thuma_couriers_quantity' => '2' );
		booking( answered( 201, BOOKED ) );
		work( 17 );
		same( array( end( $GLOBALS['asked'] )[2]['parcel']['quantity'], end( $order->notes ) ), array( 2, 'Pack it in 2 parcels of this box: Large.' ) );
	},
	'a product without a size is named to the buyer where there is no other way, and to the shop' => function () {
		prices();
		$mug   = new \Product( '', '', '', '', 'Tom &amp; Jerry mug' );
		$words = 'There is no price for delivery, because this shop hasn’t given the size or weight of: Tom & Jerry mug. Please ask the shop.';
		$ours  = (object) array( 'id' => 'thuma_couriers' );
		buys( '', $mug, new \Product( 1, 9, 9, 9 ) );
		$GLOBALS['methods'] = array( $ours );
		same( array( filtered( 'woocommerce_no_shipping_available_html', 'none' ), filtered( 'render_block_woocommerce/checkout', 'block' ) ), array( $words, "<div class=\"woocommerce-info\" role=\"status\">$words</div>block" ) );
		$GLOBALS['methods'] = array( $ours, (object) array( 'id' => 'flat_rate' ) );
		same( filtered( 'woocommerce_cart_no_shipping_available_html', 'none' ), 'none' );
		$GLOBALS['methods'] = array( $ours );
		buys( '' );
		same( filtered( 'woocommerce_no_shipping_available_html', 'none' ), 'none' );
		same( array( rates( package( array( $mug ) ) ), rates( package( array( $mug ) ) ), get_option( 'thuma_couriers_unsized' ) ), array( array(), array(), array( $mug->get_id() ) ) );
		$GLOBALS['in_shop'] = false;
		same( (bool) strpos( done( 'admin_notices' ), 'https://shop.test/product/1">Tom' ), true );
		$mug->of = array( 'weight' => 1, 'length' => 9, 'width' => 9, 'height' => 9 ) + $mug->of;
		same( done( 'admin_notices' ), '' );
		$mug->of['weight'] = '';
		option( 'default_box', 'small' );
		same( array( done( 'admin_notices' ), filtered( 'woocommerce_no_shipping_available_html', 'none' ) ), array( '', 'none' ) );
	},
	'what Thuma warns of is a note' => function () {
		$order = new \WC_Order();
		booking( answered( 201, BOOKED + array( 'warnings' => array( array( 'code' => 'nobody-can-be-told', 'message' => 'We can’t text this phone.' ), 'broken', array( 'code' => 'x' ) ) ) ) );
		work( 17 );
		same( array_slice( $order->notes, 1 ), array( 'Thuma: We can’t text this phone.' ) );
	},
	'an order of the plug-in before this one goes on as it was' => function () {
		$order       = new \WC_Order( array( 'address_2' => 'Orlando West' ) );
		$body        = array( 'reference' => '1017', 'to' => array( 'name' => 'Zodwa', 'suburb' => 'Orlando West' ), 'parcel' => array( 'boxId' => 'small', 'quantity' => 1 ), 'agreedTotal' => 80.62 );
		$order->meta = array( '_thuma_couriers_body' => json_encode( $body ) );
		booking( answered( 201, BOOKED ) );
		work( 17 );
		same( array( end( $GLOBALS['asked'] )[2], $order->get_meta( '_thuma_couriers_booking' ), count( $order->notes ) ), array( $body, 'b1', 1 ) );
		$booked       = new \WC_Order( array( 'address_2' => 'Orlando West' ) );
		$booked->meta = array( '_thuma_couriers_booking' => 'b1', '_thuma_couriers_sent_to' => 'what it sent then' );
		same( strpos( done( 'woocommerce_admin_order_data_after_shipping_address', $booked ), 'was changed' ), false );
	},
);

$name = $argv[1] ?? null;
if ( null === $name ) {
	echo json_encode( array_keys( $rules ) );
	exit;
}
try {
	$rules[ $name ]();
} catch ( \Throwable $wrong ) {
	fwrite( STDERR, $wrong->getMessage() . "\n" . $wrong->getTraceAsString() . "\n" );
	exit( 1 );
}
