<?php
/** The shipping method of a zone. */
namespace Thuma_Couriers;
defined( 'ABSPATH' ) || exit;

class Method extends \WC_Shipping_Method {
	public function __construct( $instance_id = 0 ) {
		parent::__construct( $instance_id );
		$this->id                   = 'thuma_couriers';
		$this->method_title         = 'Thuma Couriers';
		$this->method_description   = __( 'Thuma’s price for each order. Key, boxes and sender: Shipping, Thuma Couriers.', 'thuma-couriers' );
		$this->supports             = array( 'shipping-zones', 'instance-settings', 'instance-settings-modal' );
		$this->enabled              = 'yes';
		$this->instance_form_fields = array(
			'title' => array( 'title' => __( 'Name in the checkout', 'thuma-couriers' ), 'type' => 'text', 'default' => 'Thuma Couriers' ),
		);
		$this->title                = $this->get_option( 'title' );
		add_action( 'woocommerce_update_options_shipping_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/** Adds Thuma's rate if there is a price. Nothing that goes wrong here may stop a checkout. */
	public function calculate_shipping( $package = array() ) {
		try {
			$rate = $this->rate( $package );
			$rate && $this->add_rate( $rate );
		} catch ( \Throwable $error ) {
			wc_get_logger()->error( $error->getMessage(), array( 'source' => 'thuma-couriers' ) );
		}
	}

	private function rate( array $package ): ?array {
		$shipped  = array_filter( $package['contents'] ?? array(), fn( $line ) => $line['quantity'] > 0 && $line['data']->needs_shipping() );
		$contents = array_map( fn( $line ) => array( $line['data'], (float) $line['quantity'] ), $shipped );
		$postal   = trim( $package['destination']['postcode'] ?? '' );
		if ( 'ZA' !== ( $package['destination']['country'] ?? '' ) || ! preg_match( POSTAL, $postal ) ) { return null; }
		note_unsized( array_map( fn( $product ) => $product->get_id(), array_values( unsized( array_column( $contents, 0 ) ) ) ) );
		// WooCommerce adds the shop's VAT to the cost of a taxed rate.
		$is_taxed = $this->is_taxable() && \WC_Tax::get_shipping_tax_rates();
		$offer    = offer( $contents, $postal, $is_taxed, $this->title );
		return $offer ? array(
			'label'     => $offer['label'],
			'cost'      => $offer['cost'],
			'taxes'     => $is_taxed ? '' : false,
			'meta_data' => array( '_thuma_couriers_box' => $offer['sold']['box'], '_thuma_couriers_total' => $offer['sold']['total'], '_thuma_couriers_quantity' => $offer['sold']['quantity'] ),
		) : null;
	}
}
