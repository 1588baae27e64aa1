<?php
/**
 * `php opencart-rules.php`: the names of the rules. `php opencart-rules.php <name>`: whether the extension for OpenCart keeps
 * it. What it shares with the plug-in for WooCommerce has its rules in rules.php. The tables of shops.mjs come as JSON.
 */
namespace Rules;

use function Thuma_Couriers\{ add_history, booking_of, changed_words, code_of, connect_at, door as address, kept, keep, noted_unsized, numbers, order_of, rate, stored, tracking_words, work_later, work_that_is_due };

error_reporting( E_ALL );
set_error_handler( function ( $level, $words, $file, $line ) { throw new \ErrorException( $words, 0, $level, $file, $line ); } );
require __DIR__ . '/opencart-stand-in.php';

/** The bag is cheaper than the box that is smaller. */
const BOXES = array(
	array( 'id' => 'large', 'name' => 'Large', 'dimensions' => array( 'l' => 60, 'w' => 50, 'h' => 50 ), 'maxWeightKg' => 30, 'cost' => 23.5 ),
	array( 'id' => 'bag', 'name' => 'Bag', 'dimensions' => array( 'l' => 31, 'w' => 45, 'h' => 45 ), 'maxWeightKg' => 1, 'cost' => 4 ),
);
const PRICE  = array( 'ok' => true, 'pricing' => array( 'totals' => array( 'grandTotal' => 80.62, 'subtotalExVat' => 70.1 ) ) );
const BOOKED = array( 'id' => 'b1', 'quoteNo' => 'Q48210934', 'status' => 'pending_payment', 'paymentUrl' => 'https://thuma.test/pay', 'waybillNo' => null );
const PAID   = array( 'status' => 'waybill_created', 'waybillNo' => 'TH1', 'labelUrl' => 'https://thuma.test/l', 'trackingUrl' => 'https://thuma.test/t' ) + BOOKED;
const TO     = array( 'iso_code_2' => 'ZA', 'country_id' => 193, 'zone_id' => 7, 'postcode' => '1868' );

function same( $seen, $wanted ) {
	if ( $seen !== $wanted ) {
		throw new \Exception( 'wanted ' . json_encode( $wanted, JSON_UNESCAPED_UNICODE ) . "\nseen   " . json_encode( $seen, JSON_UNESCAPED_UNICODE ) );
	}
}
function option( $name, $value ) { oc_part( 'config' )->set( "shipping_thuma_couriers_$name", $value ); }
/** What Thuma answers, by method and address. Whatever isn't named has no answer. */
function thuma( array $answers ) {
	$GLOBALS['thuma'] = function ( $method, $path, ...$more ) use ( $answers ) {
		$answer = $answers[ "$method $path" ] ?? null;
		return is_callable( $answer ) ? $answer( ...$more ) : $answer;
	};
}
function prices() { thuma( array( 'GET /v1/boxes' => answered( 200, BOXES ), 'POST /v1/quote/local' => answered( 200, PRICE ) ) ); }
function asked( $what ) { return count( array_filter( $GLOBALS['asked'], fn( $call ) => "$call[0] $call[1]" === $what ) ); }
/** A line of a cart, as OpenCart has it: the weight is that of all of it. */
function in_cart( $weight, $sides, $quantity = 1, $more = array() ) {
	return $more + array( 'name' => 'Mug &amp; cup', 'shipping' => '1', 'quantity' => (string) $quantity, 'weight' => $weight * $quantity, 'weight_class_id' => '1', 'length' => $sides[0], 'width' => $sides[1], 'height' => $sides[2], 'length_class_id' => '1' );
}
/** Order 17, paid, by our rate. */
function an_order( $of = array() ) {
	$method = array( 'code' => 'thuma_couriers.bag_1_8062' );
	$GLOBALS['orders'][17] = $of + array(
		'order_id' => '17', 'order_status_id' => '2', 'shipping_method' => json_encode( $method ), 'telephone' => '0821234567', 'email' => 'z@shop.test', 'comment' => '',
		'shipping_firstname' => 'Zodwa', 'shipping_lastname' => 'Khumalo', 'shipping_company' => '', 'shipping_address_1' => '9 Vilakazi Street', 'shipping_address_2' => '', 'shipping_city' => 'Soweto', 'shipping_postcode' => '1868', 'country' => 'ZA',
	);
	$GLOBALS['products'] = $GLOBALS['products'] ? $GLOBALS['products'] : array( 'Shoes 👟' );
}
function order() { return order_of( 17 ); }
/** Somebody sets a status, in a request of its own. */
function status_set() { door()->changed( 'checkout/order.addHistory', array( 17, 2 ) ); ends(); }
/** A request of the shop ends. */
function ends() { while ( $end = array_shift( $GLOBALS['at_the_end'] ) ) { $end(); } }
function notes() { return array_map( fn( $note ) => substr( $note, 17 ), \Thuma_Couriers\notes( order() ) ); }
/** OpenCart's front does the work that is due. */
function works() { door()->work(); }
function asks( $booking, ...$kinds ) {
	$events = array_map( fn( $kind ) => array( 'kind' => $kind, 'place' => null ), $kinds );
	thuma( array( 'POST /v1/bookings' => answered( 201, BOOKED ), 'GET /v1/bookings/b1' => answered( 200, $booking ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => $events ) ) ) );
	keep( order(), array( 'asks' => '1' ) );
	work_later( order(), 0 );
	works();
}
/** What the checkout shows; its cart has one line that fits in the bag. */
function quote( $to = TO, ...$lines ) {
	oc_part( 'cart' )->lines = $lines ? $lines : array( in_cart( 0.4, array( 30, 20, 5 ) ) );
	return ( new \Opencart\Catalog\Model\Extension\ThumaCouriers\Shipping\ThumaCouriers( $GLOBALS['registry'] ) )->getQuote( $to );
}
/** Our rate in it; null if there is none. */
function shown( ...$given ) { return array_values( quote( ...$given )['quote'] ?? array() )[0] ?? null; }
function cost( ...$given ) { return shown( ...$given )['cost'] ?? null; }

$rules = array(
	'a quote carries box and price, is asked in the shop’s name, and kept' => function () {
		prices();
		$quote = quote();
		same( $quote['quote'], array( 'bag_1_8062' => array( 'code' => 'thuma_couriers.bag_1_8062', 'name' => 'Thuma Couriers', 'cost' => 80.62, 'tax_class_id' => 0, 'text' => 'R80.62' ) ) );
		same( array( $quote['code'], $quote['error'], cost(), asked( 'POST /v1/quote/local' ) ), array( 'thuma_couriers', false, 80.62, 1 ) );
		same( array_unique( array_map( fn( $call ) => $call[3]['Authorization'], $GLOBALS['asked'] ) ), array( 'Bearer thuma_test_key' ) );
		$GLOBALS['now'] += 601;
		same( array( asked( 'POST /v1/quote/local' ), $GLOBALS['asked'][0][4] ), array( 1, 2000 ) );
	},
	'units are OpenCart’s classes, a line’s weight is all of it, and an unknown unit is no size' => function () {
		prices();
		$box = function ( ...$lines ) { return code_of( rate( $lines, TO )['sold'] ); };
		$bag = 'bag_1_8062';
		same( $box( in_cart( 1000, array( 310, 450, 450 ), 1, array( 'weight_class_id' => '2', 'length_class_id' => '2' ) ) ), $bag );
		same( $box( in_cart( 0.5, array( 10, 5, 5 ), 2, array( 'length_class_id' => '3' ) ) ), $bag );
		same( $box( in_cart( 0.6, array( 10, 5, 5 ), 2 ) ), 'large_1_8062' );
		same( $box( in_cart( 20, array( 20, 20, 20 ), 3 ) ), 'large_3_8062' );
		same( rate( array( in_cart( 1, array( 9, 9, 9 ), 1, array( 'weight_class_id' => '3' ) ) ), TO )['error'] ?? null, 'There is no price for delivery, because this shop hasn’t given the size or weight of: Mug & cup. Please ask the shop.' );
		option( 'default_box', 'bag' );
		same( $box( in_cart( 1, array( 9, 9, 9 ), 1, array( 'weight_class_id' => '3' ) ) ), $bag );
	},
	'a product without a size is named to the shop until it has one, or a usual box' => function () {
		prices();
		$mug = in_cart( 1, array( 9, 9, 9 ), 1, array( 'product_id' => '40', 'weight' => 0 ) );
		$cup = array( 'product_id' => '41' ) + $mug;
		for ( $time = 0; $time < 2; $time++ ) { quote( TO, $mug, $cup ); }
		$sells = &$GLOBALS['sells'];
		$sells = array( $mug, $cup, array( 'product_id' => '42' ) + $mug );
		$noted = fn() => array_column( noted_unsized(), 'product_id' );
		same( array( stored( 'unsized', null ), $noted() ), array( array( 40, 41 ), array( '40', '41' ) ) );
		$sells[0]['weight'] = 1;
		same( $noted(), array( '41' ) );
		option( 'default_box', 'bag' );
		same( $noted(), array() );
	},
	'VAT is right both ways, and the markup is added' => function () {
		prices();
		option( 'tax_class_id', '9' );
		same( cost(), 80.62 );
		oc_part( 'tax' )->vat = 0.15;
		same( array( cost(), shown()['text'] ), array( 70.1, 'R80.62' ) );
		option( 'markup', '10%' );
		same( cost(), 77.11 );
		option( 'markup', '-70.10' );
		same( cost(), null );
	},
	'no rate and no call: another country, a code that isn’t one, another money, nothing to ship, another geo zone' => function () {
		prices();
		foreach ( array( array( 'iso_code_2' => 'NA' ), array( 'iso_code_2' => 'NA', 'postcode' => '' ) ) as $to ) { same( quote( $to + TO ), array() ); }
		foreach ( array( '', '18681', "18'8" ) as $postal ) { same( array( cost( array( 'postcode' => $postal ) + TO ), quote( array( 'postcode' => $postal ) + TO )['error'] ), array( null, 'Give the four digits of your postal code: the price of delivery depends on it.' ) ); }
		same( quote( TO, in_cart( 1, array( 9, 9, 9 ), 1, array( 'shipping' => '0' ) ) ), array() );
		option( 'geo_zone_id', '4' );
		same( quote(), array() );
		option( 'geo_zone_id', '5' );
		oc_part( 'config' )->set( 'config_currency', 'USD' );
		same( array( quote(), asked( 'POST /v1/quote/local' ) ), array( array(), 0 ) );
		oc_part( 'config' )->set( 'config_currency', 'ZAR' );
		same( cost(), 80.62 );
	},
	'whatever goes wrong, a checkout goes on without our rate, and Thuma is asked once' => function () {
		same( array( quote(), quote(), count( $GLOBALS['asked'] ) ), array( array(), array(), 1 ) );
		$GLOBALS['now'] += 61;
		$GLOBALS['db_is_down'] = true;
		prices();
		same( array( quote( TO, in_cart( 1, array( 9, 9, 9 ), 1, array( 'weight_class_id' => '4' ) ) ), count( $GLOBALS['logged'] ) ), array( array(), 1 ) );
		status_set();
		door()->chosen();
		door()->page();
		$data = array( 'order_id' => 17, 'comment' => 'as it was' );
		door()->mail( '', $data );
		same( array( count( $GLOBALS['logged'] ), $data['comment'] ), array( 4, 'as it was' ) );
	},
	'an order is due when its status says so, if it is ours; what we write ourselves is no news' => function () {
		an_order();
		door()->changed( 'checkout/order.addHistory', array( 17, 2 ) );
		same( array( kept( order(), 'work_at' ), $GLOBALS['started'] ), array( (string) (int) $GLOBALS['now'], array() ) );
		ends();
		same( count( $GLOBALS['started'] ), 1 );
		an_order( array( 'order_status_id' => '1' ) );
		keep( order(), array( 'work_at' => '' ) );
		status_set();
		same( kept( order(), 'work_at' ), '' );
		option( 'paid', array( '1' ) );
		status_set();
		same( kept( order(), 'work_at' ) !== '', true );
		keep( order(), array( 'work_at' => '' ) );
		an_order( array( 'shipping_method' => '{"code":"flat.flat"}', 'order_status_id' => '1' ) );
		status_set();
		same( kept( order(), 'work_at' ), '' );
		an_order( array( 'shipping_method' => '' ) );
		status_set();
		same( kept( order(), 'work_at' ), '' );
	},
	'an order is booked once, however often it is told; a killed worker’s is taken over, and what failed is tried later' => function () {
		an_order();
		thuma( array() );
		status_set();
		works();
		same( array( asked( 'POST /v1/bookings' ), (int) kept( order(), 'work_at' ) - (int) $GLOBALS['now'], kept( order(), 'booking' ) ), array( 1, 60, '' ) );
		works();
		same( asked( 'POST /v1/bookings' ), 1 );
		$GLOBALS['now'] += 61;
		// It dies while Thuma answers.
		thuma( array( 'POST /v1/bookings' => fn() => throw new \Error( 'killed' ) ) );
		works();
		$lease = kept( order(), 'work_at' );
		same( array( asked( 'POST /v1/bookings' ), (int) $lease - (int) $GLOBALS['now'] > 290 ), array( 2, true ) );
		thuma( array( 'POST /v1/bookings' => answered( 201, BOOKED ) ) );
		works();
		same( asked( 'POST /v1/bookings' ), 2 );
		$GLOBALS['now'] += 301;
		works();
		status_set();
		works();
		list( , , $body, $headers ) = end( $GLOBALS['asked'] );
		same( array( asked( 'POST /v1/bookings' ), kept( order(), 'booking' ), kept( order(), 'work_at' ), $headers['Idempotency-Key'] ), array( 3, 'b1', '', 'oc-shop.test--17-1' ) );
		same( array( $body['reference'], $body['parcel'], $body['agreedTotal'], count( notes() ) ), array( '17', array( 'boxId' => 'bag', 'quantity' => 1, 'parcelDesc' => 'Shoes 👟' ), 80.62, 1 ) );
	},
	'what becomes due again while it is done, stays due' => function () {
		an_order();
		thuma( array( 'POST /v1/bookings' => function () { work_later( order(), 0 ); return answered( 201, BOOKED ); } ) );
		status_set();
		same( array( work_that_is_due(), kept( order(), 'work_at' ) ), array( 1, (string) (int) $GLOBALS['now'] ) );
	},
	'an order’s comment, company, second line and entities reach the driver, and nothing is too long for Thuma' => function () {
		foreach ( json_decode( file_get_contents( 'php://stdin' ), true )['orders'] as $row ) {
			if ( isset( $row['order']['landmark'] ) ) { continue; } // OpenCart's checkout has no such field.
			$names = array( 'first_name' => 'shipping_firstname', 'last_name' => 'shipping_lastname', 'phone' => 'telephone', 'customer_note' => 'comment', 'email' => 'email' );
			$of    = array();
			foreach ( $row['order'] as $name => $value ) { $of[ $names[ $name ] ?? "shipping_$name" ] = $value; }
			$GLOBALS['products'] = array( $row['product'] ?? 'Shoes' );
			an_order( $of );
			$body = booking_of( order() );
			$flat = $body['to'] + $body['parcel'] + $body;
			same( array( $row['kind'], array_intersect_key( $flat, $row['booked'] ) ), array( $row['kind'], array_replace( array_intersect_key( $flat, $row['booked'] ), $row['booked'] ) ) );
		}
	},
	'a phone and a door are asked for where our rate is chosen' => function () {
		$choose = function ( $phone, $address, $code = 'thuma_couriers.bag_1_8062' ) {
			oc_part( 'session' )->data = array( 'shipping_method' => array( 'code' => $code ), 'customer' => array( 'telephone' => $phone ), 'shipping_address' => array( 'iso_code_2' => 'ZA', 'address_1' => $address, 'address_2' => '' ) );
			oc_part( 'response' )->output = null;
			door()->chosen();
			return array( isset( oc_part( 'session' )->data['shipping_method'] ), json_decode( (string) oc_part( 'response' )->output, true )['error'] ?? '' );
		};
		same( $choose( '0821234567', '9 Vilakazi Street' ), array( true, '' ) );
		same( $choose( '', '9 Vilakazi Street' ), array( false, 'Thuma Couriers needs your phone number, so that the driver can reach you.' ) );
		same( $choose( '', 'PO Box 1', 'flat.flat' ), array( true, '' ) );
		foreach ( json_decode( file_get_contents( 'php://stdin' ), true )['postBoxes'] as list( list( $first, $second ), $is_alone ) ) {
			same( array( $first, $choose( '0821234567', $second ? htmlspecialchars( "$first, $second" ) : htmlspecialchars( $first ) )[0] ), array( $first, ! $is_alone ) );
		}
	},
	'delivered completes the order and tells the buyer; a payment taken back holds it; the shop’s own statuses count' => function () {
		an_order();
		thuma( array( 'POST /v1/bookings' => answered( 201, BOOKED ) ) );
		status_set();
		works();
		asks( PAID, 'booked' );
		$words = 'Thuma Couriers brings your order. Parcel number: TH1. Follow it here: https://thuma.test/t';
		same( $GLOBALS['history'], array( array( 2, $words, true ) ) );
		$mail = array( 'order_id' => 17, 'comment' => '' );
		door()->mail( '', $mail );
		door()->mail( '', $mail );
		same( $mail['comment'], $words );
		asks( BOOKED );
		same( array( order()->order_status_id, end( $GLOBALS['history'] ) ), array( 1, array( 1, '', false ) ) );
		asks( array( 'trackingUrl' => 'https://thuma.test/t' ) + PAID, 'booked' );
		same( order()->order_status_id, 2 );
		option( 'done', '3' );
		asks( PAID, 'booked', 'delivered' );
		same( array( end( $GLOBALS['history'] ), kept( order(), 'work_at' ) ), array( array( 3, 'Thuma delivered the parcel.', true ), '' ) );
	},
	'a cancelled order cancels its booking, by the statuses of the shop' => function () {
		an_order();
		thuma( array( 'POST /v1/bookings' => answered( 201, BOOKED ), 'POST /v1/bookings/b1/cancel' => answered( 200, array( 'status' => 'cancelled' ) + BOOKED ) ) );
		status_set();
		works();
		option( 'over', array( '14' ) );
		an_order( array( 'order_status_id' => '7' ) );
		status_set();
		works();
		same( asked( 'POST /v1/bookings/b1/cancel' ), 0 );
		an_order( array( 'order_status_id' => '14' ) );
		status_set();
		works();
		works();
		same( array( asked( 'POST /v1/bookings/b1/cancel' ), kept( order(), 'state' ) ), array( 1, 'cancelled' ) );
	},
	'an order that a person edits is booked as it was sold, and its booking outlives that OpenCart makes it void meanwhile' => function () {
		$edited = array( 'name' => 'Thuma Couriers', 'code' => 'thuma_couriers.large_3_24186', 'cost' => 241.86, 'tax_class_id' => 0, 'text' => 'R241.86' );
		an_order( array( 'shipping_method' => json_encode( $edited ) ) );
		thuma( array( 'POST /v1/bookings' => answered( 201, BOOKED ), 'POST /v1/bookings/b1/cancel' => answered( 200, array( 'status' => 'cancelled' ) + BOOKED ) ) );
		status_set();
		works();
		list( , , $body ) = $GLOBALS['asked'][0];
		same( array( $body['parcel']['boxId'], $body['parcel']['quantity'], $body['agreedTotal'] ), array( 'large', 3, 241.86 ) );
		foreach ( array( '16', '2' ) as $status ) {
			$GLOBALS['orders'][17]['order_status_id'] = $status;
			door()->changed( 'checkout/order.addHistory', array( 17, (int) $status ) );
			same( kept( order(), 'work_at' ) === '', '16' === $status );
		}
		ends();
		works();
		same( asked( 'POST /v1/bookings/b1/cancel' ), 0 );
		$GLOBALS['orders'][17]['order_status_id'] = '16';
		status_set();
		works();
		same( asked( 'POST /v1/bookings/b1/cancel' ), 1 );
		an_order( array( 'shipping_method' => '{"code":"thuma_couriers.thuma_couriers"}' ) );
		same( array( \Thuma_Couriers\is_ours( order() ), booking_of( order() )['parcel']['boxId'] ), array( true, '' ) );
	},
	'Thuma’s signed call is answered by what the shop asks; an unsigned one is refused' => function () {
		an_order();
		oc_part( 'config' )->set( 'thuma_couriers_secret', 'whsec_' . base64_encode( 'a secret of some length' ) );
		$call = function ( $secret ) {
			$sent  = (string) (int) $GLOBALS['now'];
			$right = 'v1,' . base64_encode( hash_hmac( 'sha256', "m1.$sent.", $secret, true ) );
			oc_part( 'request' )->server = array( 'HTTP_WEBHOOK_ID' => 'm1', 'HTTP_WEBHOOK_TIMESTAMP' => $sent, 'HTTP_WEBHOOK_SIGNATURE' => $right );
			door()->webhook();
			return http_response_code();
		};
		same( array( $call( 'another' ), $call( 'a secret of some length' ) ), array( 401, 204 ) );
		same( array( \Thuma_Couriers\alone( fn() => $GLOBALS['is_locked'] ), $GLOBALS['is_locked'] ), array( true, false ) );
		$GLOBALS['db_is_down'] = true;
		oc_part( 'config' )->data = array();
		same( $call( 'a secret of some length' ), 401 );
	},
	'twice a day cron asks about all orders under way, and connects again where Thuma couldn’t call' => function () {
		an_order();
		thuma( array( 'POST /v1/bookings' => answered( 201, BOOKED ), 'GET /v1/bookings/b1' => answered( 200, PAID ), 'GET /v1/bookings/b1/events' => answered( 200, array( 'events' => array() ) ) ) );
		door()->cron();
		same( array( asked( 'POST /v1/bookings' ), asked( 'POST /v1/webhooks' ) ), array( 1, 1 ) );
		door()->cron();
		same( array( asked( 'GET /v1/bookings/b1' ), asked( 'POST /v1/webhooks' ) ), array( 1, 1 ) );
		$GLOBALS['now'] += 43201;
		door()->cron();
		same( array( asked( 'POST /v1/bookings' ), asked( 'GET /v1/bookings/b1' ), asked( 'POST /v1/webhooks' ), kept( order(), 'waybill' ) ), array( 1, 2, 2, 'TH1' ) );
	},
	'each sentence can be said in a shop’s own words, and nothing of a product’s name is markup' => function () {
		prices();
		$GLOBALS['said'] = array( 'thuma_couriers_Blue' => 'Blou' );
		same( array( \Thuma_Couriers\said( 'Blue' ), \Thuma_Couriers\said( 'Red' ) ), array( 'Blou', 'Red' ) );
		same( strpos( quote( TO, in_cart( 0, array( 9, 9, 9 ), 1, array( 'name' => '&lt;b&gt;Mug' ) ) )['error'], '<' ), false );
		option( 'name', 'A &lt; B' );
		same( shown()['name'], 'A &lt; B' );
	},
	'a setting that isn’t there has its own value, and what was saved counts' => function () {
		same( array( numbers( 'paid', array( 2 ) ), stored( 'nothing', 'else' ), \Thuma_Couriers\option( 'key' ) ), array( array( 2 ), 'else', 'thuma_test_key' ) );
		option( 'paid', array( '2', '3' ) );
		option( 'name', 'Tom &amp; Co' );
		same( array( numbers( 'paid', array( 2 ) ), \Thuma_Couriers\option( 'name' ) ), array( array( 2, 3 ), 'Tom & Co' ) );
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
