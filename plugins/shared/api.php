<?php
/**
 * Calls of Thuma's API. What a shop's program has of its own comes from the plug-in, as functions of this namespace:
 * option, stored, store (settings), said (translation), http, cached, cache, alone (a lock), currency, shop_address, size_of,
 * and those of orders that orders.php names.
 */
namespace Thuma_Couriers;

/** Thuma's address, without a slash at its end. */
function site(): string { return rtrim( '' === option( 'site' ) ? SITE : option( 'site' ), '/' ); }

/** Calls Thuma. Never throws. Returns status (0: no answer that can be used), json, location, and what came as it came. */
function call( string $method, string $path, ?array $body = null, array $headers = array(), float $timeout = 10 ): array {
	$most = false === strpos( $path, '.pdf' ) ? 256 * 1024 : 20 * 1024 * 1024;
	list( $status, $bytes, $location ) = http( $method, '/' === $path[0] ? site() . $path : $path, $headers + array( 'Content-Type' => 'application/json' ), null === $body ? null : json_encode( $body, JSON_INVALID_UTF8_SUBSTITUTE ), $timeout, $most );
	$json   = json_decode( $bytes, true );
	$status = is_array( $json ) || 204 === $status || 0 === strncmp( $bytes, '%PDF', 4 ) ? $status : 0;
	return array( 'status' => $status, 'json' => (array) $json, 'location' => $location, 'bytes' => $bytes );
}

/** Calls Thuma in the shop's name. */
function call_by_key( string $method, string $path, ?array $body = null, array $headers = array(), ?string $key = null, float $timeout = 10 ): array {
	return call( $method, $path, $body, $headers + array( 'Authorization' => 'Bearer ' . ( $key ?? option( 'key' ) ) ), $timeout );
}

/** Whether the same call may do better later: no answer, too many calls, or a fault on Thuma's side. */
function may_pass( array $answer ): bool {
	return 0 === $answer['status'] || 429 === $answer['status'] || $answer['status'] >= 500 || is_problem( $answer, 'still-running' );
}

/** Whether an answer is this refusal: its type is an address that ends with the refusal's name. */
function is_problem( array $answer, string $name ): bool {
	return $answer['status'] >= 400 && substr( text( $answer['json'], 'type' ), -strlen( "#$name" ) ) === "#$name";
}

/** A refusal in Thuma's words: each wrong field, or what is wrong in general. */
function words_of( array $answer ): string {
	if ( 401 === $answer['status'] ) { return said( 'Thuma doesn’t know this shop’s API key. Copy it again, or make a new one.' ); }
	$errors  = array_filter( (array) ( $answer['json']['errors'] ?? array() ), 'is_array' );
	$details = array_filter( array_map( fn( $error ) => text( $error, 'detail' ), $errors ) );
	return $details ? implode( '. ', $details ) : text( $answer['json'], 'detail' );
}

/** A member of an answer that is text or a number; blank if it isn't. */
function text( array $json, string $name ): string { return is_scalar( $json[ $name ] ?? null ) ? (string) $json[ $name ] : ''; }
