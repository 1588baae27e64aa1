<?php
/** The shipping method of a zone. */

namespace Thuma_Couriers;

defined( 'ABSPATH' ) || exit;

class Method extends \WC_Shipping_Method {
	public function __construct( $instance_id = 0 ) {
		parent::__construct( $instance_id );
		$this->id                 = 'thuma_couriers';
		$this->method_title       = 'Thuma Couriers';
		$this->method_description = __( 'Thuma’s price for each order. Key, boxes and sender: Shipping, Thuma Couriers.', 'thuma-couriers' );
		$this->supports           = array( 'shipping-zones', 'instance-settings', 'instance-settings-modal' );
		$this->enabled            = 'yes';

		$this->instance_form_fields = array(
			'title'      => array(
				'title'   => __( 'Name in the checkout', 'thuma-couriers' ),
				'type'    => 'text',
				'default' => 'Thuma Couriers',
			),
			'tax_status' => array(
				'title'   => __( 'VAT on shipping', 'thuma-couriers' ),
				'type'    => 'select',
				'default' => 'taxable',
				'options' => array(
					'taxable' => __( 'As your shop’s tax settings say', 'thuma-couriers' ),
					'none'    => __( 'None: the price includes Thuma’s VAT', 'thuma-couriers' ),
				),
			),
		);

		$this->title      = $this->get_option( 'title' );
		$this->tax_status = $this->get_option( 'tax_status' );
		add_action( 'woocommerce_update_options_shipping_' . $this->id, array( $this, 'process_admin_options' ) );
	}

	/** Adds Thuma's rate if there is a price. Nothing that goes wrong here may stop a checkout. */
	public function calculate_shipping( $package = array() ) {
		try {
			$rate = $this->rate( $package );
			if ( $rate ) {
				$this->add_rate( $rate );
			}
		} catch ( \Throwable $error ) {
			wc_get_logger()->error( $error->getMessage(), array( 'source' => 'thuma-couriers' ) );
		}
	}

	private function rate( array $package ): ?array {
		$contents = array();
		foreach ( (array) ( $package['contents'] ?? array() ) as $line ) {
			if ( $line['data']->needs_shipping() && $line['quantity'] > 0 ) {
				$contents[] = array( $line['data'], (float) $line['quantity'] );
			}
		}
		$to = $package['destination'] ?? array();
		if ( ! $contents || 'ZA' !== ( $to['country'] ?? '' ) || ! preg_match( '/^\d{4}$/', trim( $to['postcode'] ?? '' ) ) ) {
			return null;
		}
		$box   = box_for( $contents );
		$price = $box ? price( trim( $to['postcode'] ), $box ) : null;
		if ( ! $price ) {
			return null;
		}
		// WooCommerce adds the shop's VAT to the cost of a taxed rate.
		$is_taxed = $this->is_taxable() && \WC_Tax::get_shipping_tax_rates();
		$cost     = marked_up( $is_taxed ? $price['net'] : $price['total'] );
		if ( $cost <= 0 ) {
			return null;
		}
		return array(
			'label'     => '' === trim( $this->title ) ? $this->method_title : $this->title,
			'cost'      => $cost,
			'taxes'     => $is_taxed ? '' : false,
			'package'   => false,
			'meta_data' => array( '_thuma_couriers_box' => $price['box'], '_thuma_couriers_total' => $price['total'] ),
		);
	}
}
