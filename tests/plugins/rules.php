<?php
/** `php rules.php`: the names of the rules. `php rules.php <name>`: whether the plug-in keeps it. */
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
