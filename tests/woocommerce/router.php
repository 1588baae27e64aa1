<?php
/** For `php -S`: files as they are, all else to WordPress. Plug-ins' own actions run only when a test says so. */
$file = $_SERVER['DOCUMENT_ROOT'] . parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
if ( is_file( $file ) || is_file( "$file/index.php" ) && '/' !== substr( $file, strlen( $_SERVER['DOCUMENT_ROOT'] ) ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
