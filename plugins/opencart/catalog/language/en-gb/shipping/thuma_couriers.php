<?php
// Each sentence of this extension stands in it in English. A line $_['English'] = 'yours'; here says it in your words.
$_['heading_title'] = 'Thuma Couriers';
