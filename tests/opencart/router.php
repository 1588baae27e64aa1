<?php
/** For `php -S`: files and pages as they are. While a file says so, the shop's own requests for work are lost. */
if ( false !== strpos( $_SERVER['REQUEST_URI'], 'thuma_couriers.work' ) && is_file( dirname( $_SERVER['DOCUMENT_ROOT'] ) . '/no-work' ) ) {
	http_response_code( 503 );
	exit;
}
return false;
