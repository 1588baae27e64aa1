<?php
/** What the shared files ask of OpenCart: settings, translation, calls, and memory. */
namespace Thuma_Couriers;

/** How many kilograms, and centimetres, a unit of OpenCart is. Another unit counts as no size. */
const UNITS = array(
	'weight' => array( 'kg' => 1, 'g' => 0.001, 'lb' => 0.45359237, 'lbs' => 0.45359237, 'oz' => 0.028349523125 ),
	'length' => array( 'cm' => 1, 'mm' => 0.1, 'm' => 100, 'in' => 2.54 ),
);

/** Asks OpenCart's database; each ? is a value, and a table begins with two underscores. Returns rows, or how many changed. */
function sql( string $query, ...$values ) {
	$db    = oc( 'db' );
	$parts = explode( '?', str_replace( ' __', ' ' . DB_PREFIX, $query ) );
	$query = array_shift( $parts );
	foreach ( $parts as $n => $part ) { $query .= ( is_int( $values[ $n ] ) ? $values[ $n ] : "'" . $db->escape( (string) $values[ $n ] ) . "'" ) . $part; }
	$result = $db->query( $query );
	return is_object( $result ) ? $result->rows : $db->countAffected();
}

/** Does it while no other request of this shop does so. The database lets go of the lock of a request that was killed. */
function alone( callable $do ) {
	$name = 'thuma_couriers ' . md5( shop_url() );
	sql( 'SELECT GET_LOCK(?, 20)', $name );
	$done = $do();
	sql( 'SELECT RELEASE_LOCK(?)', $name );
	return $done;
}

/** A setting as it was saved, or what we keep of the connection. */
function stored( string $name, $else ) {
	foreach ( array( "shipping_thuma_couriers_$name", "thuma_couriers_$name" ) as $key ) {
		// OpenCart has a blank for what it doesn't know.
		if ( oc( 'config' )->has( $key ) ) { return oc( 'config' )->get( $key ); }
	}
	return $else;
}

/** One of our settings, as text. */
function option( string $name ): string {
	$value = stored( $name, '' );
	return is_scalar( $value ) ? plain( $value ) : '';
}

/** A setting that is a list of numbers, such as statuses. */
function numbers( string $name, array $else ): array { return array_map( 'intval', (array) stored( $name, $else ) ); }

/** Keeps what isn't a setting of the page; null removes it. */
function store( string $name, $value ): void {
	sql( 'DELETE FROM __setting WHERE store_id = 0 AND `key` = ?', "thuma_couriers_$name" );
	$text = is_array( $value ) ? json_encode( $value ) : (string) $value;
	null === $value || sql( 'INSERT INTO __setting SET store_id = 0, code = ?, `key` = ?, value = ?, serialized = ?', 'thuma_couriers', "thuma_couriers_$name", $text, (int) is_array( $value ) );
	oc( 'config' )->set( "thuma_couriers_$name", $value );
}

function said( string $words ): string {
	$ours = oc( 'language' )->get( "thuma_couriers_$words" );
	return "thuma_couriers_$words" === $ours ? $words : $ours;
}

function currency(): string { return (string) oc( 'config' )->get( 'config_currency' ); }

/** OpenCart has the shop's address in one text, so the settings must have it. */
function shop_address(): array { return array( '', '', '', '' ); }

/** The shop's address on the web, with a slash at its end. */
function shop_url(): string { return defined( 'HTTP_CATALOG' ) ? HTTP_CATALOG : HTTP_SERVER; }

function door( string $name ): string { return shop_url() . "index.php?route=extension/thuma_couriers/thuma_couriers.$name"; }

/** What was kept by this name, while it is fresh; null if nothing. OpenCart's own caches don't all keep a time. */
function cached( string $name ) {
	$kept = oc( 'cache' )->get( str_replace( '_', '.', $name ) );
	return is_array( $kept ) && ( $kept['until'] ?? 0 ) > time() ? $kept['value'] : null;
}

function cache( string $name, $value, int $seconds ): void {
	oc( 'cache' )->set( str_replace( '_', '.', $name ), array( 'value' => $value, 'until' => time() + $seconds ), $seconds );
}

/** Status (0: no answer), body, and the header Location. Follows no redirect. */
function http( string $method, string $url, array $headers, ?string $body, float $timeout, int $most_bytes ): array {
	$bytes    = '';
	$location = '';
	$curl     = curl_init( $url );
	curl_setopt_array( $curl, array(
		CURLOPT_CUSTOMREQUEST  => $method,
		CURLOPT_HTTPHEADER     => array_map( fn( $name, $value ) => "$name: $value", array_keys( $headers ), $headers ),
		CURLOPT_TIMEOUT_MS     => max( 1, (int) ( 1000 * $timeout ) ),
		CURLOPT_NOSIGNAL       => true,
		CURLOPT_FOLLOWLOCATION => false,
		CURLOPT_PROTOCOLS      => CURLPROTO_HTTP | CURLPROTO_HTTPS,
		CURLOPT_HEADERFUNCTION => function ( $curl, $line ) use ( &$location ) {
			$location = preg_match( '/^location:\s*(\S+)/i', $line, $read ) ? $read[1] : $location;
			return strlen( $line );
		},
		CURLOPT_WRITEFUNCTION  => function ( $curl, $part ) use ( &$bytes, $most_bytes ) {
			$bytes .= $part;
			return strlen( $bytes ) > $most_bytes ? 0 : strlen( $part );
		},
	) + ( null === $body ? array() : array( CURLOPT_POSTFIELDS => $body ) ) );
	$came   = curl_exec( $curl );
	$status = $came ? (int) curl_getinfo( $curl, CURLINFO_RESPONSE_CODE ) : 0;
	return array( $status, $bytes, $location );
}

/** Weight in kg, and sides in cm, the longest first, of one product's row; 0 where its shop hasn't given them. */
function size_of( $product ): array {
	$sides = array_map( fn( $side ) => (float) ( $product[ $side ] ?? 0 ) * unit( 'length', $product ), array( 'length', 'width', 'height' ) );
	rsort( $sides );
	return array( (float) ( $product['weight'] ?? 0 ) * unit( 'weight', $product ), $sides );
}

function unit( string $of, array $product ): float {
	static $known = array();
	$class = (int) ( $product[ "{$of}_class_id" ] ?? 0 );
	if ( ! isset( $known[ $of ][ $class ] ) ) {
		$units                  = array_column( sql( "SELECT unit FROM __{$of}_class_description WHERE {$of}_class_id = ?", $class ), 'unit' );
		$known[ $of ][ $class ] = max( array_merge( array( 0 ), array_map( fn( $unit ) => UNITS[ $of ][ strtolower( trim( $unit ) ) ] ?? 0, $units ) ) );
	}
	return (float) $known[ $of ][ $class ];
}

/** What of a cart is shipped: product and quantity of each line. OpenCart has the weight of all of a line. */
function shipped( array $lines ): array {
	$of_one = fn( $line ) => array( 'weight' => (float) $line['weight'] / max( 1, (int) $line['quantity'] ) ) + $line;
	return array_values( array_map( fn( $line ) => array( $of_one( $line ), (float) $line['quantity'] ), array_filter( $lines, fn( $line ) => $line['shipping'] && $line['quantity'] > 0 ) ) );
}

/** The noted products that still lack a size. */
function noted_unsized(): array {
	$ids = implode( ',', numbers( 'unsized', array() ) );
	return '' === $ids ? array() : unsized( sql( "SELECT p.*, d.name FROM __product p JOIN __product_description d ON d.product_id = p.product_id AND d.language_id = ? WHERE p.product_id IN ($ids) ORDER BY d.name, p.product_id", (int) oc( 'config' )->get( 'config_language_id' ) ) );
}

/** OpenCart's rate of a cart for an address: cost, tax class, box and price; or why there is none, if a buyer can be told. */
function rate( array $cart, array $address ): array {
	$postal   = trim( $address['postcode'] ?? '' );
	$contents = shipped( $cart );
	if ( 'ZA' !== ( $address['iso_code_2'] ?? '' ) || ! $contents ) { return array(); }
	// OpenCart asks for no postal code in South Africa, unless the shop says so.
	if ( ! preg_match( POSTAL, $postal ) ) { return array( 'error' => said( 'Give the four digits of your postal code: the price of delivery depends on it.' ) ); }
	$unsized = unsized( array_column( $contents, 0 ) );
	if ( $unsized ) {
		note_unsized( array_map( 'intval', array_column( $unsized, 'product_id' ) ) );
		return array( 'error' => unsized_words( array_map( fn( $product ) => line( $product['name'] ), $unsized ) ) );
	}
	$class = (int) option( 'tax_class_id' );
	// OpenCart adds the shop's VAT to the cost of a taxed rate.
	$offer = offer( $contents, $postal, $class && oc( 'tax' )->getTax( 100, $class ) > 0, option( 'name' ) );
	return $offer ? array( 'tax_class_id' => $class ) + $offer : array();
}
