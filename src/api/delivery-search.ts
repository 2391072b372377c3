/** The query of the list of deliveries. */
import { deliveryKinds } from './deliveries'
import { choiceField, type Field, formField, searchOf, textField } from './search'
import { deliveryFlags } from './team-deliveries'

/** Rows per page. */
export const DELIVERY_SIZES = [25, 50, 100, 200]

export const groupings = ['vehicle', 'signal', 'webhook'] as const
export type Grouping = (typeof groupings)[number]

export const flagChoices = [...deliveryFlags, 'none'] as const
export type FlagChoice = (typeof flagChoices)[number]

/** Filters that hold a text. */
export const idFields = ['vehicle', 'user', 'webhook', 'signal', 'trigger'] as const
/** Filters by the time of the first arrival. */
export const timeFields = ['since', 'until'] as const

/** ISO with its zone: without one it would be another moment here than there. */
const timeField = formField((text) => /T.*(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text)))

const each = <K extends string>(names: readonly K[], field: Field) =>
  Object.fromEntries(names.map((name) => [name, field])) as Record<K, Field> // one entry for each name

export const DeliverySearch = searchOf({
  ...each(idFields, textField),
  ...each(timeFields, timeField),
  kind: choiceField(...deliveryKinds),
  flag: choiceField(...flagChoices),
  group: choiceField(...groupings),
  live: choiceField('off'),
  limit: choiceField(...DELIVERY_SIZES.map(String)),
  before: formField((text) => /^\d{1,15}$/.test(text)),
})
export type DeliverySearch = ReturnType<typeof DeliverySearch>
