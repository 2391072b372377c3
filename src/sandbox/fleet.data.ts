/** What the invented fleet is made of. Makes and models are real cars; people, numbers and addresses are not. */

interface Model {
  make: string
  model: string
  powertrainType: 'BEV' | 'PHEV' | 'HEV' | 'ICE'
  /** The first model year of the fleet's; three more follow. */
  from: number
}

const of = (make: string, from: number, powertrainType: Model['powertrainType'], ...models: string[]): Model[] =>
  models.map((model) => ({ make, model, powertrainType, from }))

/** Listed more than once where it is seen more often. */
export const models: readonly Model[] = [
  ...of('Tesla', 2019, 'BEV', 'Model 3', 'Model Y', 'Model 3', 'Model Y', 'Model S'),
  ...of('Volkswagen', 2020, 'BEV', 'ID.3', 'ID.4'),
  ...of('Volkswagen', 2023, 'BEV', 'ID.7', 'ID. Buzz'),
  ...of('Kia', 2022, 'BEV', 'EV6', 'Niro EV'),
  ...of('Kia', 2023, 'BEV', 'EV9'),
  ...of('Hyundai', 2022, 'BEV', 'IONIQ 5', 'IONIQ 6', 'Kona Electric'),
  ...of('BMW', 2022, 'BEV', 'i4', 'iX1', 'iX3'),
  ...of('Audi', 2021, 'BEV', 'Q4 e-tron', 'e-tron GT'),
  ...of('Škoda', 2021, 'BEV', 'Enyaq iV'),
  ...of('Renault', 2020, 'BEV', 'Zoe'),
  ...of('Renault', 2022, 'BEV', 'Mégane E-Tech'),
  ...of('Ford', 2022, 'BEV', 'Mustang Mach-E', 'F-150 Lightning'),
  ...of('Polestar', 2021, 'BEV', '2'),
  ...of('Volvo', 2021, 'PHEV', 'XC60 Recharge'),
  ...of('Mercedes-Benz', 2020, 'PHEV', 'GLC 300 e', 'C 300 e'),
  ...of('Toyota', 2019, 'HEV', 'RAV4 Hybrid', 'Corolla Hybrid'),
  ...of('Lexus', 2022, 'HEV', 'NX 350h'),
  ...of('Mazda', 2018, 'ICE', 'CX-5'),
  ...of('Nissan', 2018, 'BEV', 'Leaf'),
]

export const simulatedModels: readonly Model[] = [
  ...of('Simulated', 2023, 'BEV', '2023 Simulated BEV'),
  ...of('Simulated', 2023, 'PHEV', '2023 Simulated PHEV'),
  ...of('Simulated', 2023, 'ICE', '2023 Simulated ICE'),
]

export const permissions = [
  'read_vehicle_info',
  'read_odometer',
  'read_vin',
  'read_location',
  'read_battery',
  'read_charge',
  'read_charge_records',
  'read_fuel',
  'read_engine_oil',
  'read_tires',
  'read_security',
  'read_diagnostics',
  'read_service_history',
  'control_charge',
  'control_security',
] as const

/** Words for external ids that read like an application's own. */
export const words = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'grove',
  'harbor',
  'iris',
  'juniper',
  'kestrel',
  'lumen',
  'maple',
  'north',
  'orchard',
  'pine',
  'quartz',
  'river',
  'stone',
  'tide',
] as const

/** External ids that software mistakes for something else. Each is one user with twelve vehicles: a small depot. */
export const awkwardExternalIds = [
  '007',
  '1e5',
  '662E41',
  '123456789012345678',
  'true',
  'a&b=c#d',
  '[x]',
  '"q"',
] as const

/** External ids that are hard to draw: right to left, markup, very long. One vehicle each. */
export const awkwardText = [
  'مستخدم-٤٢',
  '<b>bold</b>',
  `long-${'x'.repeat(240)}`,
  'zero​width',
  'Ünïcödé Straße 9',
] as const
