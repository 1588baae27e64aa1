<?php
/** The settings that shops of every program have, and what is wrong with them. */
namespace Thuma_Couriers;

/** Name, title and explanation of each; where one of several is chosen, those by their values. README.md describes them too. */
function common_fields(): array {
	$boxes  = array_map( fn( $box ) => "{$box['name']}, {$box['kg']} kg", boxes() );
	$listed = implode( '; ', array_map( fn( $id, $about ) => "$id ($about)", array_keys( $boxes ), $boxes ) );
	$usual  = option( 'default_box' );
	return array(
		array( 'key', said( 'API key' ), said( 'Make a key at Thuma: My account, My shop. Paste it here.' ) ),
		array( 'from_address', said( 'Collect at: street' ), '' ),
		array( 'from_suburb', said( 'Suburb' ), '' ),
		array( 'from_city', said( 'City' ), '' ),
		array( 'from_postal', said( 'Postal code' ), '' ),
		array( 'default_box', said( 'A product without a size fits in' ), said( 'It counts as this box where its weight or size is missing.' ), array( '' => said( 'No price for it' ) ) + $boxes + array( $usual => $usual ) ),
		array( 'boxes', said( 'Boxes that you use' ), said( 'With commas between. Blank for all:' ) . ' ' . $listed ),
		array( 'markup', said( 'Added to each price' ), said( 'In rand, or a percentage such as 10%.' ) ),
		array( 'site', said( 'Thuma’s address' ), said( 'Blank:' ) . ' ' . SITE ),
	);
}

/** What keeps a shop from prices, a sentence each. */
function common_faults(): array {
	return array_filter( array(
		'ZAR' === currency() ? '' : said( 'Your shop’s currency isn’t the rand, so no price is shown.' ),
		is_post_box( sender()['addressLine'] ) ? said( 'We can’t collect at a post box: give the street where we collect.' ) : '',
	) );
}
