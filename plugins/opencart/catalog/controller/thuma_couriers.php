<?php
namespace Opencart\Catalog\Controller\Extension\ThumaCouriers;

require_once DIR_EXTENSION . 'thuma_couriers/begin.php';

use function Thuma_Couriers\{ ask_all, begin, cache, cached, faults, is_ours, is_ours_by_code, is_over, is_now, kept, order_of, plain, received, said, sql, start_work, store, stored, tracking_words, work_later, work_that_is_due };

/** What OpenCart tells us (events, cron), and the doors where Thuma and our own requests come in. */
class ThumaCouriers extends \Opencart\System\Engine\Controller {
	/** In seconds. */
	private const HALF_A_DAY = 43200;
	/** Our own lines in an order's history are no news. */
	private static bool $is_by_us = false;
	/** Orders that may be over when this request ends; null while nothing waits for that. */
	private static ?array $over = null;

	/** A status was set, by whoever: the order is due, if it is ours or booked. Nothing here may stop a checkout. */
	public function changed( string $route, array $args ): void {
		if ( self::$is_by_us ) { return; }
		$this->safely( function () use ( $args ) {
			$order = order_of( (int) $args[0] );
			if ( ! $order ) { return; }
			$is_known = '' !== kept( $order, 'booking' ) . kept( $order, 'body' ) . kept( $order, 'problem' );
			if ( is_now( $order, 'processing' ) && ( $is_known || is_ours( $order ) ) ) {
				work_later( $order, 0 );
				$this->start_when_answered();
			}
			// OpenCart makes an order void and then what it was, while a person edits it: its status at the end counts.
			if ( is_over( $order ) && $is_known ) { $this->start_when_answered( (int) $args[0] ); }
		} );
	}

	/** A phone and a door are asked for where our rate is chosen. */
	public function chosen(): void {
		$this->safely( function () {
			$session = &$this->session->data;
			if ( ! is_ours_by_code( $session['shipping_method']['code'] ?? '' ) ) { return; }
			$to     = $session['shipping_address'] ?? array();
			$faults = faults( (string) ( $to['iso_code_2'] ?? '' ), plain( $session['customer']['telephone'] ?? '' ), '', plain( $to['address_1'] ?? '' ), plain( $to['address_2'] ?? '' ) );
			if ( ! $faults ) { return; }
			unset( $session['shipping_method'] );
			$this->response->setOutput( json_encode( array( 'error' => htmlspecialchars( implode( ' ', $faults ) ) ) ) );
		} );
	}

	/** The number and the link in the shop's later mails about the order. */
	public function mail( string $route, array &$data ): void {
		$this->safely( function () use ( &$data ) {
			$order = order_of( (int) ( $data['order_id'] ?? 0 ) );
			$words = $order ? htmlspecialchars( tracking_words( $order ) ) : '';
			if ( '' === $words || false !== strpos( (string) $data['comment'], $words ) ) { return; }
			$data['comment'] = trim( $data['comment'] . "\n\n" . $words );
		} );
	}

	/** Pages of the shop start work that nobody has done, once a minute at most: the request that had to may have been lost. */
	public function page(): void {
		$this->safely( function () {
			if ( null !== cached( 'thuma_couriers_looked' ) ) { return; }
			cache( 'thuma_couriers_looked', 1, 60 );
			sql( "SELECT 1 FROM __thuma_couriers WHERE name = 'work_at' AND CAST(value AS UNSIGNED) <= ? LIMIT 1", time() ) && $this->start_when_answered();
		} );
	}

	/** Whoever opens this does no harm: what is due is done, once. */
	public function work(): void {
		ignore_user_abort( true );
		set_time_limit( 300 );
		$this->by_ourselves( function () {
			for ( $round = 0; $round < 10 && work_that_is_due() > 0; $round++ ) { continue; }
		} );
		$this->answer( 204 );
	}

	/** OpenCart's cron, every hour. */
	public function cron(): void {
		$this->safely( function () {
			if ( (int) stored( 'asked', 0 ) < time() - self::HALF_A_DAY ) {
				store( 'asked', time() );
				ask_all();
			}
		} );
		$this->work();
	}

	/** Thuma calls. */
	public function webhook(): void {
		$status = 503;
		$this->by_ourselves( function () use ( &$status ) {
			$header = fn( $name ) => (string) ( $this->request->server[ 'HTTP_WEBHOOK_' . strtoupper( $name ) ] ?? '' );
			$status = received( $header, (string) file_get_contents( 'php://input' ) );
		} );
		$this->answer( $status );
	}

	/** Starts the work when the page was sent, where PHP can do that, with that of an order if it is over then. */
	private function start_when_answered( int ...$over ): void {
		null === self::$over && register_shutdown_function( function () {
			function_exists( 'fastcgi_finish_request' ) && fastcgi_finish_request();
			$this->safely( function () {
				foreach ( array_filter( array_map( fn( $id ) => order_of( $id ), self::$over ) ) as $order ) { is_over( $order ) && work_later( $order, 0 ); }
				self::$over = null;
				start_work();
			} );
		} );
		self::$over = array_merge( self::$over ?? array(), $over );
	}

	/** OpenCart sends no header of its own without a text. */
	private function answer( int $status ): void {
		http_response_code( $status );
		$this->response->setOutput( '' );
	}

	private function by_ourselves( callable $do ): void {
		self::$is_by_us = true;
		$this->safely( $do );
		self::$is_by_us = false;
	}

	private function safely( callable $do ): void {
		try {
			begin( $this->registry );
			$do();
		} catch ( \Throwable $error ) {
			$this->log->write( 'Thuma Couriers: ' . $error->getMessage() );
		}
	}
}
