/** The values of one signal of a vehicle (sections 2.6 and 4.2). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint'
import { listOf } from './json-api'
import { once } from './once'
import { countField, MOST_PAGES, searchOf, textField } from './search'
import { numbersSentAsText } from './signal-records'

/** Section 2.6 shows the fields of door-like records only; any other record is open. */
const SignalValue = once(() => z.record(z.string(), z.unknown()))
export const DoorValue = z.object({
  row: z.int(),
  column: z.int(),
  isOpen: z.boolean(),
  isLocked: z.boolean(),
})

/** Section 4.2 shows these names only in the links of the answer. */
export const SignalPaging = once(() => z.object({ page: z.optional(z.string()), pageSize: z.optional(z.string()) }))

/** The largest page of values that is requested; the maximum is not shown (8). */
export const SIGNALS_MAX_PAGE_SIZE = 100

export const signals = {
  values: endpoint('vehicle', 'GET /v3/vehicles/{vehicleId}/signals/{signalCode}/values', {
    query: SignalPaging,
    response: () => listOf(SignalValue()),
    effect: 'billed',
    errors: [], // not shown (7)
    success: 200,
    namesUser: true,
    inconsistencies: numbersSentAsText,
  }),
}

/** The query of the catalog of signals and of a vehicle's signals. */
export const SignalsSearch = searchOf({ q: textField, group: textField })

/** The query of the page of a signal's values. */
export const SignalValuesSearch = searchOf({
  page: countField(MOST_PAGES),
  pageSize: countField(1000),
  user: textField,
})
