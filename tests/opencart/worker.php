<?php
/**
 * Before OpenCart's index.php, from a command: asks for work, in a process that kills itself at the moment that DIE_AT
 * names. PHP prefers a function of the extension's own namespace to its own.
 */
namespace Thuma_Couriers;

$_GET    = array( 'route' => 'extension/thuma_couriers/thuma_couriers.work' );
$_SERVER = array( 'REMOTE_ADDR' => '127.0.0.1', 'REQUEST_METHOD' => 'POST', 'SERVER_PROTOCOL' => 'HTTP/1.1', 'HTTP_HOST' => getenv( 'HOST' ) ) + $_SERVER;

function die_at( string $moment ): void { getenv( 'DIE_AT' ) === $moment && posix_kill( getmypid(), SIGKILL ); }

function curl_exec( $curl ) {
	die_at( 'before a call' );
	$came = \curl_exec( $curl );
	die_at( 'after a call' );
	return $came;
}
function usleep( int $microseconds ): void {
	die_at( 'after a note' );
	\usleep( $microseconds );
}
