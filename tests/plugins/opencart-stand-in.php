<?php
/**
 * The few parts of OpenCart that the extension uses, ours, and a clock that a rule moves. Its table and settings are arrays;
 * Thuma's site is a function that answers, `$GLOBALS['thuma']`.
 */
namespace Thuma_Couriers {
	const CURLOPT_CUSTOMREQUEST = 1, CURLOPT_HTTPHEADER = 2, CURLOPT_TIMEOUT_MS = 3, CURLOPT_NOSIGNAL = 4, CURLOPT_FOLLOWLOCATION = 5, CURLOPT_PROTOCOLS = 6;
	const CURLOPT_HEADERFUNCTION = 7, CURLOPT_WRITEFUNCTION = 8, CURLOPT_POSTFIELDS = 9, CURLPROTO_HTTP = 1, CURLPROTO_HTTPS = 2, CURLINFO_RESPONSE_CODE = 1;

	function time() { return (int) $GLOBALS['now']; }
	function microtime() { return $GLOBALS['now'] += 0.0001; }
	function usleep() {}
	function curl_init( $url ) { return (object) array( 'url' => $url, 'status' => 0 ); }
	function curl_setopt_array( $curl, $how ) { $curl->how = $how; }
	function curl_getinfo( $curl ) { return $curl->status; }
	/** Asks Thuma; what asks the shop itself is noted as started. */
	function curl_exec( $curl ) {
		$how = $curl->how;
		if ( 0 === strpos( $curl->url, 'https://shop.test' ) ) { $GLOBALS['started'][] = $curl->url; return true; }
		$headers = array();
		foreach ( $how[ CURLOPT_HTTPHEADER ] as $line ) { list( $name, $value ) = explode( ': ', $line, 2 ); $headers[ $name ] = $value; }
		$call = array( $how[ CURLOPT_CUSTOMREQUEST ], str_replace( 'https://thuma.test', '', $curl->url ), json_decode( $how[ CURLOPT_POSTFIELDS ] ?? 'null', true ), $headers, $how[ CURLOPT_TIMEOUT_MS ] );
		$GLOBALS['asked'][] = $call;
		$answer = ( $GLOBALS['thuma'] )( ...$call );
		if ( ! $answer ) { return false; }
		list( $curl->status, $json, $location ) = $answer;
		$location && $how[ CURLOPT_HEADERFUNCTION ]( $curl, "Location: $location\r\n" );
		$bytes = is_string( $json ) ? $json : json_encode( $json );
		return strlen( $bytes ) === $how[ CURLOPT_WRITEFUNCTION ]( $curl, $bytes );
	}
}

namespace Opencart\Catalog\Controller\Extension\ThumaCouriers {
	function time() { return (int) $GLOBALS['now']; }
	function register_shutdown_function( $at_the_end ) { $GLOBALS['at_the_end'][] = $at_the_end; }
}

namespace Opencart\System\Engine {
	class Model {
		public function __construct( protected $registry ) {}
		public function __get( $name ) { return $this->registry->get( $name ); }
	}
	class Controller extends Model {}
}

namespace {
	define( 'DB_PREFIX', 'oc_' );
	define( 'HTTP_SERVER', 'https://shop.test/' );
	define( 'DIR_EXTENSION', dirname( getenv( 'PLUGIN' ) ) . '/' );

	$now    = 1.8e9;
	$asked  = $at_the_end = $started = $orders = $sells = $products = $kept = $history = $logged = array();
	$thuma  = fn() => null;
	$units  = array( 'weight' => array( 1 => 'kg', 2 => 'g', 3 => 'stone' ), 'length' => array( 1 => 'cm', 2 => 'mm', 3 => 'in' ) );

	/** An answer of Thuma's; null is none. */
	function answered( $status, $json, $location = '' ) { return array( $status, $json, $location ); }

	class Config {
		public $data = array();
		function get( $name ) { return $this->data[ $name ] ?? ''; }
		function has( $name ) { return isset( $this->data[ $name ] ); }
		function set( $name, $value ) { $this->data[ $name ] = $value; }
	}
	class Cache {
		public $data = array();
		function get( $name ) { return $this->data[ $name ] ?? array(); }
		function set( $name, $value ) { $this->data[ $name ] = json_decode( json_encode( $value ), true ); }
	}
	/** Answers the extension's own queries, of which each is named by how it begins. */
	class Db {
		public $changed = 0;
		function escape( $text ) { return addcslashes( $text, "'\\" ); }
		function countAffected() { return $this->changed; }
		function query( $query ) {
			if ( $GLOBALS['db_is_down'] ?? false ) { throw new \Exception( 'no database' ); }
			preg_match_all( "/'((?:[^'\\\\]|\\\\.)*)'|(?<![\\w`])(\\d+)(?!\\w)/", $query, $found, PREG_SET_ORDER );
			$values = array_map( fn( $each ) => isset( $each[2] ) ? (int) $each[2] : stripcslashes( $each[1] ), $found );
			$rows   = $this->answer( $query, $values );
			return is_array( $rows ) ? (object) array( 'rows' => $rows ) : true;
		}
		private function answer( $query, $v ) {
			$kept    = &$GLOBALS['kept'];
			$is      = fn( $beginning ) => 0 === strpos( $query, $beginning );
			$row     = fn( $id, $name ) => array( 'order_id' => $id, 'name' => $name, 'value' => $kept[ $id ][ $name ] );
			$removes = function ( $id, $name, $value = null ) use ( &$kept ) {
				$this->changed = (int) ( isset( $kept[ $id ][ $name ] ) && ( null === $value || $kept[ $id ][ $name ] === $value ) );
				if ( $this->changed ) { unset( $kept[ $id ][ $name ] ); }
			};
			if ( $is( 'SELECT o.*, c.iso' ) ) { return array_values( array_filter( array( $GLOBALS['orders'][ $v[0] ] ?? null ) ) ); }
			if ( $is( 'SELECT order_id FROM oc_thuma_couriers' ) ) { return array_values( array_map( fn( $id ) => array( 'order_id' => $id ), array_keys( array_filter( $kept, fn( $of ) => ( $of['booking'] ?? null ) === $v[1] ) ) ) ); }
			if ( $is( 'SELECT value FROM oc_thuma_couriers' ) && isset( $v[1] ) && 'note %' !== $v[1] ) { return isset( $kept[ $v[0] ][ $v[1] ] ) ? array( $row( $v[0], $v[1] ) ) : array(); }
			if ( $is( 'SELECT value FROM oc_thuma_couriers' ) ) { return array_map( fn( $name ) => $row( $v[0], $name ), array_values( preg_grep( '/^note /', array_keys( $kept[ $v[0] ] ?? array() ) ) ) ); }
			if ( $is( 'REPLACE' ) ) { $kept[ $v[0] ][ $v[1] ] = $v[2]; return null; }
			if ( $is( 'DELETE FROM oc_thuma_couriers' ) ) { $removes( $v[0], $v[1], $v[2] ?? null ); return null; }
			if ( $is( 'UPDATE oc_thuma_couriers' ) ) {
				$this->changed = (int) ( ( $kept[ $v[1] ]['work_at'] ?? null ) === $v[3] );
				if ( $this->changed ) { $kept[ $v[1] ]['work_at'] = $v[0]; }
				return null;
			}
			if ( $is( 'SELECT order_id, value' ) || $is( 'SELECT 1' ) ) { return array_values( array_map( fn( $id ) => $row( $id, 'work_at' ), array_keys( array_filter( $kept, fn( $of ) => isset( $of['work_at'] ) && (int) $of['work_at'] <= $GLOBALS['now'] ) ) ) ); }
			if ( $is( 'SELECT unit' ) ) {
				preg_match( '/oc_(\w+)_class/', $query, $of );
				return array( array( 'unit' => $GLOBALS['units'][ $of[1] ][ $v[0] ] ?? '' ) );
			}
			if ( $is( 'SELECT GET_LOCK' ) || $is( 'SELECT RELEASE_LOCK' ) ) { $GLOBALS['is_locked'] = $is( 'SELECT GET_LOCK' ); return array(); }
			if ( $is( 'SELECT p.*, d.name' ) ) { return array_values( array_filter( $GLOBALS['sells'], fn( $product ) => preg_match( "/IN \\([^)]*\\b{$product['product_id']}\\b/", $query ) ) ); }
			if ( $is( 'SELECT name FROM oc_order_product' ) ) { return array_map( fn( $name ) => array( 'name' => $name ), $GLOBALS['products'] ); }
			if ( $is( 'SELECT order_id FROM oc_order ' ) ) { return array_map( fn( $order ) => array( 'order_id' => $order['order_id'] ), array_values( $GLOBALS['orders'] ) ); }
			if ( $is( 'DELETE FROM oc_setting' ) || $is( 'INSERT INTO oc_setting' ) ) { return null; }
			throw new \Exception( "the stand-in doesn't know: $query" );
		}
	}
	class Registry {
		public $parts = array();
		function get( $name ) { return $this->parts[ $name ] ?? null; }
	}
	/** OpenCart's model of orders: a line of the history sets the status, and tells its events. */
	class Orders {
		function addHistory( $id, $status, $words, $is_told ) {
			$GLOBALS['orders'][ $id ]['order_status_id'] = $status;
			$GLOBALS['history'][] = array( $status, $words, $is_told );
			door()->changed( 'checkout/order.addHistory', array( $id, $status ) );
		}
	}
	$registry = new Registry();
	$registry->parts = array(
		'db'       => new Db(),
		'config'   => new Config(),
		'cache'    => new Cache(),
		'language' => new class() { function get( $words ) { return $GLOBALS['said'][ $words ] ?? $words; } },
		'load'     => new class() { function language() {} function model() {} },
		'log'      => new class() { function write( $words ) { $GLOBALS['logged'][] = $words; } },
		'tax'      => new class() { public $vat = 0; function getTax( $amount ) { return $amount * $this->vat; } function calculate( $cost ) { return $cost * ( 1 + $this->vat ); } },
		'currency' => new class() { function format( $amount ) { return 'R' . round( $amount, 2 ); } },
		'cart'     => new class() { public $lines = array(); function getProducts() { return $this->lines; } },
		'session'  => (object) array( 'data' => array( 'currency' => 'ZAR' ) ),
		'request'  => (object) array( 'server' => array() ),
		'response' => new class() { public $headers = array(), $output; function addHeader( $line ) { $this->headers[] = $line; } function setOutput( $text ) { $this->output = $text; } },
		'model_checkout_order'          => new Orders(),
		'model_localisation_geo_zone'   => new class() { function getGeoZone( $zone, $country ) { return 5 === $zone && 193 === $country ? array( 1 ) : array(); } },
	);
	function oc_part( $name ) { return $GLOBALS['registry']->get( $name ); }
	function door() { return new \Opencart\Catalog\Controller\Extension\ThumaCouriers\ThumaCouriers( $GLOBALS['registry'] ); }

	require getenv( 'PLUGIN' ) . '/begin.php';
	require getenv( 'PLUGIN' ) . '/catalog/controller/thuma_couriers.php';
	require getenv( 'PLUGIN' ) . '/catalog/model/shipping/thuma_couriers.php';
	foreach ( array( 'site' => 'https://thuma.test/', 'key' => 'thuma_test_key', 'from_address' => '12 Shop Street', 'from_postal' => '1459' ) as $name => $value ) {
		$registry->get( 'config' )->set( "shipping_thuma_couriers_$name", $value );
	}
	$registry->get( 'config' )->set( 'config_currency', 'ZAR' );
	\Thuma_Couriers\begin( $registry );
}
