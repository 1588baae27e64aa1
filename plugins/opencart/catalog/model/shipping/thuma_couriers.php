<?php
namespace Opencart\Catalog\Model\Extension\ThumaCouriers\Shipping;

require_once DIR_EXTENSION . 'thuma_couriers/begin.php';

use function Thuma_Couriers\{ begin, code_of, option, rate };

/** The rate in the checkout. Nothing that goes wrong here may stop one. */
class ThumaCouriers extends \Opencart\System\Engine\Model {
	public function getQuote( array $address ): array {
		try {
			begin( $this->registry );
			$zone = (int) option( 'geo_zone_id' );
			$this->load->model( 'localisation/geo_zone' );
			if ( $zone && ! $this->model_localisation_geo_zone->getGeoZone( $zone, (int) $address['country_id'], (int) $address['zone_id'] ) ) { return array(); }
			$rate = rate( $this->cart->getProducts(), $address );
			if ( ! $rate ) { return array(); }
			$shown  = array( 'code' => 'thuma_couriers', 'name' => 'Thuma Couriers', 'quote' => array(), 'sort_order' => (int) option( 'sort_order' ), 'error' => isset( $rate['error'] ) ? htmlspecialchars( $rate['error'] ) : false );
			$amount = fn( $cost ) => $this->currency->format( $this->tax->calculate( $cost, $rate['tax_class_id'], (bool) $this->config->get( 'config_tax' ) ), $this->session->data['currency'] );
			if ( isset( $rate['error'] ) ) { return $shown; }
			$code                    = code_of( $rate['sold'] );
			$shown['quote'][ $code ] = array( 'code' => "thuma_couriers.$code", 'name' => htmlspecialchars( $rate['label'] ), 'cost' => $rate['cost'], 'tax_class_id' => $rate['tax_class_id'], 'text' => $amount( $rate['cost'] ) );
			return $shown;
		} catch ( \Throwable $error ) {
			$this->log->write( 'Thuma Couriers: ' . $error->getMessage() );
			return array();
		}
	}
}
