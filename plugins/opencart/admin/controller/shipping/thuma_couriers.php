<?php
namespace Opencart\Admin\Controller\Extension\ThumaCouriers\Shipping;

require_once DIR_EXTENSION . 'thuma_couriers/begin.php';

use const Thuma_Couriers\{ DONE, HELD, OVER, PAID, TABLE };
use function Thuma_Couriers\{ begin, changed_words, choose, common_faults, common_fields, connect_at, door, forget_connection, kept, labels_of, may_be_booked, no_price_today, noted_unsized, notes, numbers, option, order_of, paid_for_shipping, plain, price_today, price_words, rand_of, receiver, said, sender, sql, start_work, tracking_words, unsized_title, work_later };

/** Settings, an order's own page, the notice about orders that need a person, and labels. */
class ThumaCouriers extends \Opencart\System\Engine\Controller {
	private const ROUTE = 'extension/thuma_couriers/shipping/thuma_couriers';
	/** Where OpenCart tells us something: its event, and our method. */
	private const EVENTS = array(
		'catalog/model/checkout/order.addHistory/after'         => 'extension/thuma_couriers/thuma_couriers.changed',
		'catalog/controller/checkout/shipping_method.save/after' => 'extension/thuma_couriers/thuma_couriers.chosen',
		'catalog/controller/common/footer/after'                => 'extension/thuma_couriers/thuma_couriers.page',
		'catalog/view/mail/order_history/before'                => 'extension/thuma_couriers/thuma_couriers.mail',
		'admin/view/sale/order_info/before'                     => self::ROUTE . '.tab',
		'admin/view/sale/order/after'                           => self::ROUTE . '.notice',
		'admin/view/common/dashboard/after'                     => self::ROUTE . '.notice',
	);

	/** All settings, with what is chosen where that is several. README.md describes them too. */
	private function fields(): array {
		$statuses = array_column( sql( 'SELECT order_status_id, name FROM __order_status WHERE language_id = ? ORDER BY name', (int) $this->config->get( 'config_language_id' ) ), 'name', 'order_status_id' );
		$taxes    = array_column( sql( 'SELECT tax_class_id, title FROM __tax_class ORDER BY title' ), 'title', 'tax_class_id' );
		$zones    = array_column( sql( 'SELECT geo_zone_id, name FROM __geo_zone ORDER BY name' ), 'name', 'geo_zone_id' );
		return array_merge( array( array( 'status', said( 'In the checkout' ), '', array( '0' => said( 'No' ), '1' => said( 'Yes' ) ) ) ), common_fields(), array(
			array( 'name', said( 'Name in the checkout' ), said( 'Blank: Thuma Couriers' ) ),
			array( 'tax_class_id', said( 'Tax class' ), said( 'If your shop adds VAT to shipping.' ), array( '0' => said( 'None' ) ) + $taxes ),
			array( 'geo_zone_id', said( 'Geo zone' ), '', array( '0' => said( 'All zones' ) ) + $zones ),
			array( 'paid', said( 'Book an order when it is' ), said( 'One or more statuses.' ), $statuses, numbers( 'paid', PAID ) ),
			array( 'over', said( 'Cancel its booking when it is' ), said( 'One or more statuses.' ), $statuses, numbers( 'over', OVER ) ),
			array( 'done', said( 'A delivered order becomes' ), '', $statuses, numbers( 'done', array( DONE ) ) ),
			array( 'held', said( 'A payment that Thuma takes back makes it' ), said( 'The label is void until it is paid again.' ), $statuses, numbers( 'held', array( HELD ) ) ),
			array( 'sort_order', said( 'Sort order' ), '' ),
		) );
	}

	public function index(): void {
		begin( $this->registry );
		$fields = array_map( function ( $field ) {
			list( $name, $title, $about, $choices, $chosen ) = $field + array( 3 => null, 4 => array( option( $field[0] ) ) );
			return array( 'name' => "shipping_thuma_couriers_$name", 'title' => $title, 'about' => $about, 'choices' => $choices, 'chosen' => array_map( 'strval', $chosen ), 'is_several' => in_array( $name, array( 'paid', 'over' ), true ) );
		}, $this->fields() );
		$this->show( 'thuma_couriers', said( 'Thuma Couriers' ), array( 'fields' => $fields, 'save' => $this->link( 'save' ), 'said' => $this->faults() ?: array( option( 'result' ) ) ) );
	}

	/** What keeps a shop from prices. */
	private function faults(): array {
		$from    = sender();
		$unsized = plain( implode( ', ', array_column( noted_unsized(), 'name' ) ) );
		return array_values( array_filter( array_merge( common_faults(), array(
			'' === option( 'key' ) ? said( 'Make a key at Thuma: My account, My shop. Paste it here.' ) : '',
			'' === $from['addressLine'] || '' === $from['postal'] ? said( 'Give the street, city and postal code where we collect.' ) : '',
			$this->config->get( 'config_telephone_display' ) ? '' : said( 'Switch on the telephone in your checkout (Settings, Option, Account): our driver needs it.' ),
			'' === $unsized ? '' : unsized_title() . ' ' . $unsized,
		) ) ) );
	}

	public function save(): void {
		begin( $this->registry );
		if ( ! $this->may_modify() ) { $this->answer( array( 'error' => said( 'You may not change this.' ) ) ); return; }
		$this->load->model( 'setting/setting' );
		$names = array_map( fn( $field ) => "shipping_thuma_couriers_$field[0]", $this->fields() );
		$typed = array_intersect_key( $this->request->post, array_flip( $names ) );
		$this->model_setting_setting->editSetting( 'shipping_thuma_couriers', $typed );
		foreach ( $names as $name ) { $this->config->set( $name, $typed[ $name ] ?? null ); }
		connect_at( door( 'webhook' ) );
		$words = implode( ' ', array_filter( array_merge( array( option( 'result' ) ), $this->faults() ) ) );
		$this->answer( array( '' === option( 'secret' ) ? 'error' : 'success' => htmlspecialchars( said( 'Saved.' ) . ' ' . $words ) ) );
	}

	public function install(): void {
		begin( $this->registry );
		if ( ! $this->user->hasPermission( 'modify', 'extension/shipping' ) ) { return; }
		sql( TABLE );
		$this->forget_events();
		foreach ( self::EVENTS as $event => $action ) {
			$this->model_setting_event->addEvent( array( 'code' => 'thuma_couriers', 'description' => 'Thuma Couriers', 'trigger' => $event, 'action' => $action, 'status' => true, 'sort_order' => 1 ) );
		}
		$this->model_setting_cron->addCron( 'thuma_couriers', 'Thuma Couriers', 'hour', 'extension/thuma_couriers/thuma_couriers.cron', true );
	}

	public function uninstall(): void {
		begin( $this->registry );
		if ( ! $this->user->hasPermission( 'modify', 'extension/shipping' ) ) { return; }
		forget_connection();
		$this->forget_events();
	}

	private function forget_events(): void {
		$this->load->model( 'setting/event' );
		$this->load->model( 'setting/cron' );
		$this->model_setting_event->deleteEventByCode( 'thuma_couriers' );
		$this->model_setting_cron->deleteCronByCode( 'thuma_couriers' );
	}

	/** The order's own page gets a tab. */
	public function tab( string $route, array &$data ): void {
		begin( $this->registry );
		$order = order_of( (int) ( $data['order_id'] ?? 0 ) );
		if ( ! $order ) { return; }
		$facts = array_filter( array( kept( $order, 'number' ), kept( $order, 'waybill' ), kept( $order, 'state' ) ) );
		$lines = array_filter( array( implode( ' · ', $facts ), changed_words( $order ), tracking_words( $order ), kept( $order, 'problem' ) ) );
		$links = fn( $words ) => preg_replace( '#https?://[^\s<>&]+(?:&amp;[^\s<>&]+)*#', '<a href="$0" target="_blank">$0</a>', htmlspecialchars( $words ) );
		$view  = array( 'lines' => array_map( $links, $lines ), 'notes' => array_map( $links, notes( $order ) ), 'book' => may_be_booked( $order ) ? $this->link( 'book', $order ) : '', 'label' => '' !== kept( $order, 'waybill' ) ? $this->link( 'labels', $order ) : '', 'text_book' => said( 'Check and book' ), 'text_label' => said( 'Print the label' ) );
		$data['tabs'][] = array( 'code' => 'thuma-couriers', 'title' => 'Thuma Couriers', 'content' => $this->load->view( 'extension/thuma_couriers/shipping/order', $view ) );
	}

	/** On the dashboard and above the orders: which orders need a person. The orders get a button for labels. */
	public function notice( string $route, array $data, string &$output ): void {
		begin( $this->registry );
		if ( ! $this->user->hasPermission( 'access', self::ROUTE ) ) { return; }
		$waiting = sql( "SELECT t.order_id, t.value FROM __thuma_couriers t JOIN __order o ON o.order_id = t.order_id WHERE t.name = 'problem' ORDER BY t.order_id DESC LIMIT 10" );
		$lines   = array_map( fn( $row ) => array( 'words' => "#{$row['order_id']}: {$row['value']}", 'link' => $this->link( 'book', (object) $row ) ), $waiting );
		$unsized = array_map( fn( $row ) => array( 'name' => plain( $row['name'] ), 'link' => str_replace( '&amp;', '&', $this->url->link( 'catalog/product.form', 'user_token=' . $this->session->data['user_token'] . "&product_id={$row['product_id']}" ) ) ), noted_unsized() );
		$html    = $this->load->view( 'extension/thuma_couriers/shipping/notice', array( 'lines' => $lines, 'unsized' => $unsized, 'unsized_title' => unsized_title(), 'text' => said( 'Thuma couldn’t book these orders. Correct what is wrong, then check and book:' ), 'text_book' => said( 'Check and book' ) ) );
		$output  = preg_replace( '/<div id="content">/', '$0' . addcslashes( $html, '\\$' ), $output, 1 );
		$button  = '<button type="submit" form="form-order" formaction="' . htmlspecialchars( $this->link( 'labels' ) ) . '" formtarget="_blank" title="' . htmlspecialchars( said( 'Print Thuma’s labels' ) ) . '" class="btn btn-info"><i class="fa-solid fa-barcode"></i></button> ';
		$output  = preg_replace( '/<button type="submit" id="button-shipping"/', addcslashes( $button, '\\$' ) . '$0', $output, 1 );
	}

	/** Today's price of an order; or, once it was shown and pressed, the booking at that. */
	public function book(): void {
		begin( $this->registry );
		$order = order_of( (int) ( $this->request->get['order_id'] ?? 0 ) );
		if ( ! $order || ! may_be_booked( $order ) ) { $this->show( 'book', said( 'Book with Thuma Couriers' ), array( 'lines' => array( said( 'This order is booked, or it is over.' ) ) ) ); return; }
		$page = $this->url->link( 'sale/order.info', 'user_token=' . $this->session->data['user_token'] . "&order_id={$order->order_id}" );
		$post = $this->request->post;
		if ( 'POST' === $this->request->server['REQUEST_METHOD'] && $this->may_modify() && isset( $post['box'], $post['quantity'], $post['total'] ) ) {
			choose( $order, (string) $post['box'], (int) $post['quantity'], (float) $post['total'] );
			work_later( $order, 0 );
			start_work();
			$this->response->redirect( str_replace( '&amp;', '&', $page ) );
			return;
		}
		$price = price_today( $order );
		$facts = array_values( array_filter( array_merge( array( "#{$order->order_id}", kept( $order, 'problem' ) ), receiver( $order ) ) ) );
		$words = $price ? price_words( $price['total'], paid_for_shipping( $order ) ) : no_price_today();
		$this->show( 'book', said( 'Book with Thuma Couriers' ), array( 'lines' => array_merge( $facts, array( $words ) ), 'order' => $page, 'text_order' => said( 'Correct the order' ), 'price' => $price, 'action' => $this->link( 'book', $order ), 'text_book' => $price ? sprintf( said( 'Book for %s' ), rand_of( $price['total'] ) ) : '' ) );
	}

	/** The labels of one order, or of those that were chosen in the list. */
	public function labels(): void {
		begin( $this->registry );
		$chosen = (array) ( $this->request->post['selected'] ?? array( $this->request->get['order_id'] ?? 0 ) );
		list( $pdf, $words ) = labels_of( array_filter( array_map( fn( $id ) => order_of( (int) $id ), $chosen ) ) );
		if ( '' !== $words ) { $this->show( 'book', 'Thuma Couriers', array( 'lines' => array( $words ) ) ); return; }
		$this->response->addHeader( 'Content-Type: application/pdf' );
		$this->response->addHeader( 'Content-Disposition: inline; filename="labels.pdf"' );
		$this->response->setOutput( $pdf );
	}

	private function may_modify(): bool { return $this->user->hasPermission( 'modify', self::ROUTE ); }

	private function link( string $method, ?object $order = null ): string {
		return str_replace( '&amp;', '&', $this->url->link( self::ROUTE . ".$method", 'user_token=' . $this->session->data['user_token'] . ( $order ? "&order_id={$order->order_id}" : '' ) ) );
	}

	private function show( string $template, string $title, array $data ): void {
		$this->document->setTitle( $title );
		foreach ( array( 'header', 'column_left', 'footer' ) as $part ) { $data[ $part ] = $this->load->controller( "common/$part" ); }
		$back = $this->url->link( 'marketplace/extension', 'user_token=' . $this->session->data['user_token'] . '&type=shipping' );
		$this->response->setOutput( $this->load->view( "extension/thuma_couriers/shipping/$template", $data + array( 'title' => $title, 'back' => $back ) ) );
	}

	private function answer( array $json ): void {
		$this->response->addHeader( 'Content-Type: application/json' );
		$this->response->setOutput( json_encode( $json ) );
	}
}
