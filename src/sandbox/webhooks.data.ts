/** The sandbox's webhooks, before ids and dates: name, triggers, data, and what is unusual about some. */

export interface WebhookSeed {
  name: string
  callbackUri: string
  errorCallbackUri: string
  triggers: readonly string[]
  data: readonly string[]
  isEnabled: boolean
  autoSubscribe: boolean
}

const at = (path: string) => `https://hooks.example.com/${path}`
const hook = (
  name: string,
  path: string,
  triggers: string[],
  data: string[],
  more: Partial<WebhookSeed> = {},
): WebhookSeed => ({
  name,
  callbackUri: at(path),
  errorCallbackUri: at(`${path}/errors`),
  triggers,
  data,
  isEnabled: true,
  autoSubscribe: false,
  ...more,
})

/** The one that delivers to a receiver beside the sandbox. */
export const receiverSeed = (callback: string): WebhookSeed =>
  hook(
    'Forecourt',
    '',
    ['charge-ischarging', 'tractionbattery-stateofcharge', 'odometer-traveleddistance'],
    [
      'charge-ischarging',
      'tractionbattery-stateofcharge',
      'odometer-traveleddistance',
      'charge-energyadded',
      'location-preciselocation',
      'closure-islocked',
      'tractionbattery-range',
      'vehicleidentification-vin',
    ],
    { callbackUri: callback, errorCallbackUri: callback, autoSubscribe: true },
  )

export const webhookSeeds: readonly WebhookSeed[] = [
  hook(
    'Charging sessions',
    'charging',
    ['charge-ischarging'],
    ['charge-ischarging', 'tractionbattery-stateofcharge', 'charge-energyadded'],
    { autoSubscribe: true },
  ),
  hook(
    'Plugged in',
    'plug',
    ['charge-ischargingcableconnected'],
    ['charge-ischargingcableconnected', 'location-preciselocation'],
  ),
  hook('Nightly odometer', 'odometer', ['odometer-traveleddistance'], ['odometer-traveleddistance']),
  hook(
    'State of charge below 20 %',
    'low-battery',
    ['tractionbattery-stateofcharge'],
    ['tractionbattery-stateofcharge', 'tractionbattery-range'],
  ),
  hook(
    'Doors left open',
    'doors',
    ['closure-doors'],
    ['closure-doors', 'closure-islocked', 'location-preciselocation'],
    { isEnabled: false },
  ),
  hook(
    'Fleet maintenance',
    'maintenance',
    ['diagnostics-dtclist', 'service-isinservice'],
    ['diagnostics-dtclist', 'odometer-traveleddistance', 'service-records'],
    { autoSubscribe: true },
  ),
  hook('Tire pressure', 'tires', ['wheel-tires'], ['wheel-tires']),
  hook(
    'Depot arrivals',
    'depot',
    ['location-isathome'],
    ['location-isathome', 'location-preciselocation', 'tractionbattery-stateofcharge'],
  ),
  hook('Legacy importer', 'legacy', ['odometer-traveleddistance'], ['odometer-traveleddistance'], {
    callbackUri: 'http://legacy.example.com/import',
    isEnabled: false,
  }),
  hook('Charge limits changed', 'limits', ['charge-chargelimits'], ['charge-chargelimits']),
  hook(
    'Owner access',
    'access',
    ['vehicleuseraccount-role'],
    ['vehicleuseraccount-role', 'vehicleuseraccount-permissions'],
  ),
  hook('Energy report', 'energy', ['charge-chargerecords'], ['charge-chargerecords', 'charge-energyadded']),
  hook('Trigger without its data', 'mismatch', ['hvac-iscabinhvacactive'], ['hvac-cabintargettemperature']),
  hook(
    'Staging',
    'staging',
    ['odometer-traveleddistance'],
    ['odometer-traveleddistance', 'tractionbattery-stateofcharge'],
    { isEnabled: false, autoSubscribe: true },
  ),
]
