<?php
/** Loads the extension. Each door of OpenCart does `require_once` of this, and calls `begin`. */
namespace Thuma_Couriers;

/** The site that this extension is downloaded from writes its own address here. */
const SITE = 'https://thuma.example';

foreach ( array( 'shared/text', 'shared/api', 'shared/packing', 'shared/prices', 'shared/orders', 'shared/by-hand', 'shared/settings', 'shared/webhook', 'platform', 'orders' ) as $part ) {
	require_once __DIR__ . "/$part.php";
}

/** Takes OpenCart's own parts: db, config, cache, language and others. The last caller's count. */
function begin( object $registry ): void {
	oc( '', $registry );
	// With our name before each: OpenCart's pages take their own titles from the same place.
	$registry->get( 'load' )->language( 'extension/thuma_couriers/shipping/thuma_couriers', 'thuma_couriers' );
}

/** A part of OpenCart by its name. */
function oc( string $name, ?object $begun = null ) {
	static $registry;
	$registry = $begun ?? $registry;
	return '' === $name ? null : $registry->get( $name );
}
