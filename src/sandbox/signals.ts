/** Signal values of the sandbox (2.6, 4.2): every known signal, in every shape, some null, some in error, some never fed. */
import { SandboxError } from './errors'
import { failForId } from './faults'
import type { Handlers } from './handlers'
import { envelope, readPage } from './paging'
import { hash } from './random'
import { totalOf, type Value, valueAt } from './signal-values'
import { signalShapes } from './signals.data'

/** Rows before this one report everything, so that a first try shows something. */
const ALWAYS_FED_ROWS = 50
/** One vehicle in so many was never fed; one signal in so many of a vehicle is in error. */
const NEVER_FED_EVERY = 41
const IN_ERROR_EVERY = 29

const codes = Object.keys(signalShapes)

/** A signal that could not be read by the service says so instead of a value. */
const inError: Value = {
  status: {
    value: 'ERROR',
    error: {
      type: 'COMPATIBILITY',
      code: 'VEHICLE_NOT_CAPABLE',
      description: 'The vehicle doesn’t report this signal.',
    },
  },
}

export const signalHandlers: Handlers['signals'] = {
  values({ params: { vehicleId, signalCode }, query, dialect, world }) {
    failForId(vehicleId)
    failForId(signalCode)
    const { fleet, isGone } = world
    const rows = fleet.find('vehicleId', vehicleId)
    const [row] = rows
    if (row === undefined || rows.every(isGone)) throw new SandboxError(404, 'No vehicle has this ID.')
    const code = codes.indexOf(signalCode)
    const shape = signalShapes[codes[code] ?? '']
    if (!shape) throw new SandboxError(404, 'The vehicle has no signal with this code.')
    const page = readPage({ query, dialect }, 'signalValues')
    const isSpecial = row >= ALWAYS_FED_ROWS
    const isUnfed = isSpecial && hash(fleet.seed, 240, row) % NEVER_FED_EVERY === 0
    const isInError = isSpecial && hash(fleet.seed, 241 + code, row) % IN_ERROR_EVERY === 0
    const total = isUnfed ? 0 : isInError ? 1 : totalOf(shape)
    const first = (page.number - 1) * page.size
    const count = Math.max(0, Math.min(page.size, total - first))
    const data = Array.from({ length: count }, (_, index) =>
      isInError ? inError : valueAt(shape, { seed: fleet.seed, row, code, index: first + index }),
    )
    const path = `/v3/vehicles/${encodeURIComponent(vehicleId)}/signals/${encodeURIComponent(signalCode)}/values`
    return envelope(data, total, page, path)
  },
}
