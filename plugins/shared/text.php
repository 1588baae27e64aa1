<?php
/** What an order's fields say, in the fields that Thuma has. */
namespace Thuma_Couriers;

/** Thuma's limits, in characters. */
const LONGEST = array( 'name' => 60, 'street' => 100, 'city' => 50, 'landmark' => 120, 'contents' => 100, 'instructions' => 300 );

/** The beginning of a text. Thuma counts in UTF-16, where some characters count as two. */
function cut( string $text, int $most ): string {
	return mb_substr( $text, 0, max( 0, $most - (int) preg_match_all( '/[\x{10000}-\x{10ffff}]/u', $text ) ) );
}

/** A text as it is meant: themes, imports and other plug-ins store "&amp;" for "&", some of them twice. */
function plain( $text ): string {
	$text = is_scalar( $text ) ? (string) $text : '';
	for ( $time = 0; $time < 3; $time++ ) {
		$text = html_entity_decode( $text, ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	}
	return trim( $text );
}

/** Signs that nobody sees, as Thuma drops them: they take no room before a text is cut. Joiners may be a letter's. */
const UNSEEN = '/(?![\x{200c}\x{200d}])[\p{Cf}\x{34f}\x{115f}\x{1160}\x{3164}\x{fe00}-\x{fe0f}\x{ffa0}\x{fffc}]/u';

/** The same on one line, letters in one part each where PHP can join them. */
function line( $text ): string {
	$seen = preg_replace( UNSEEN, '', plain( $text ) ) ?? '';
	$seen = class_exists( '\\Normalizer' ) ? (string) \Normalizer::normalize( $seen ) : $seen;
	return trim( preg_replace( '/[\s\p{Z}]+/u', ' ', $seen ) ?? '' );
}

/**
 * Joins what isn't blank or said before with commas, as far as it fits. Of a first part that is too long the words that
 * fit are taken. Returns what fits, and the rest.
 */
function fitted( array $parts, int $most ): array {
	$fits = '';
	$rest = array();
	foreach ( array_unique( array_filter( array_map( __NAMESPACE__ . '\line', $parts ), 'strlen' ) ) as $part ) {
		$joined = '' === $fits ? $part : "$fits, $part";
		if ( cut( $joined, $most ) === $joined ) {
			$fits = $joined;
		} elseif ( '' === $fits ) {
			$words  = cut( $part, $most );
			$fits   = preg_match( '/^.*\S(?=\s)/u', cut( $part, $most + 1 ), $read ) ? $read[0] : $words;
			$rest[] = ltrim( substr( $part, strlen( $fits ) ), ' ,' );
		} else {
			$rest[] = $part;
		}
	}
	return array( rtrim( $fits, ' ,' ), implode( ', ', array_filter( $rest, 'strlen' ) ) );
}

/** A post box or private bag, as people write it in our languages and in those of our neighbours. PMB before a code of its own is Pietermaritzburg. */
const POST_BOX = '/\b(?:(?:g\W*)?p\W{0,2}[o0]\W{0,2}(?:b[o0]?x|bus)|p(?:ostal|osta|ost|os)(?:\s*office)?\s*(?:box|bus|bag|sak|fach)|mail[\W_]*(?:box|bag)|(?:private|privaat|pvt|priv|p)[\W_]*(?:(?:mail|postal|post?)[\W_]*)?(?:bag|sak|box)'
	. '|lock\W*(?:ed)?\W*bag|post\W*net\W+suite|pos(?:te?)?\W*restante?'
	. '|bo(?:i|î)te\W+postale|(?:caixa|cx)\W+postal|i?bhokisi\W+[lyr]e?\W?posi|(?:le)?[bp]o[kg][io]s[eio]\W+[ylr]a\W+pos[oei])\b[\W_]*(?:(?:no|nr|number)\b\W*)?(?:x\W?)?\d*'
	. '|\b(?:p\W{0,2}o\W{0,3}|p\W{0,2}o\W{0,2}b\W{0,3}|pmb\W{0,3}(?!32\d\d\b)|s\W?l\W?p\W{0,3}|apartado\W{0,3}(?:postal\W{0,3})?)\d+|^\W*(?:box|bag|bus)\W+(?:no\W*)?x?\W?\d+/iu';
/** Numbers that no door has. */
const AREA = '/\b(?:ext(?:ension)?|uitbreiding|zone|sone|phase|fase|section)\W*\d+/iu';
/** A house number before a street’s name, or a word that leads to a door. */
const DOOR = '/\d+\s?[a-z]?\s+\p{L}{2}|\b(?:street|str|st|road|rd|ave(?:nue)?|drive|dr|lane|ln|crescent|cres|close|way|place|plaza|mall|centre|center|square|highway|boulevard|blvd'
	. '|\p{L}*(?:straat|weg|laan)|singel|plein|plaas|huis|hoek|corner|cnr|house|hse|stand|erf|plot|unit|shop|farm|flat|building|block|site|room|school|church|next\s+to|opposite|behind|near)\b/iu';

/** One line with full-width signs, as keyboards of East Asia type them, as plain ones. */
function plain_signs( string $text ): string {
	return preg_replace_callback( '/[\x{ff01}-\x{ff5e}]/u', fn( $sign ) => mb_chr( mb_ord( $sign[0] ) - 0xfee0 ), line( $text ) ) ?? '';
}

/** Whether these lines of an address have a post box, and nothing where a driver finds a door. */
function is_post_box( string ...$lines ): bool {
	$rest = preg_replace( POST_BOX, ' ', plain_signs( implode( ', ', $lines ) ), -1, $found );
	return $found > 0 && ! preg_match( DOOR, (string) preg_replace( AREA, '', (string) $rest ) );
}

/** What a buyer must correct before our rate can be paid: words by field. */
function faults( string $country, string $phone, string $landmark, string ...$lines ): array {
	$has_phone = preg_match_all( '/\p{Nd}/u', $phone ) >= 7;
	$has_door  = 'ZA' !== $country || '' !== line( $landmark ) || ! is_post_box( ...$lines );
	return array_filter( array(
		'phone'     => $has_phone ? '' : said( 'Thuma Couriers needs your phone number, so that the driver can reach you.' ),
		'address_1' => $has_door ? '' : said( 'Our driver can’t deliver to a post box. Add a street address, or say how the driver will find you.' ),
	) );
}
