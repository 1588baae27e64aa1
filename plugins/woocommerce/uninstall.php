<?php
defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

foreach ( array( 'site', 'key', 'markup', 'boxes', 'default_box', 'from_address', 'from_suburb', 'from_city', 'from_postal' ) as $name ) {
	delete_option( "thuma_couriers_$name" );
}
