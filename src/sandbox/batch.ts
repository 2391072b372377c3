/** The batch of the sandbox's version 2.0 host (2.12, 4.1): one item for each path, each with its own status. */
import { retryAfter, SandboxError } from './errors'
import type { Handlers } from './handlers'
import { type ReadingContext, readingOf } from './readings'
import { contextOf } from './vehicle-data'
import { version2Body } from './version2-errors'
import type { World } from './world'

interface Item {
  path: string
  code: number
  body?: unknown
  headers?: Record<string, string>
}

export const batchHandlers: Handlers['batch'] = {
  send(call) {
    const context = contextOf(call)
    const style = { docs: call.addresses.docs, dialect: call.dialect }
    const { faults } = call.world
    const paths = call.body.requests.map(({ path }) => path)
    const failing = faults.roughBatch ? failRoughly(call.world) : undefined
    const items = paths.map((path, index): Item => {
      try {
        if (index === 0 && failing) throw failing
        if (faults.mixedBatch) return mixedItem(path, index, context)
        return itemOf(path, context)
      } catch (error) {
        if (!(error instanceof SandboxError)) throw error
        return { path, code: error.status, body: version2Body(error, style, call.requestId), headers: headersOf(error) }
      }
    })
    const responses = faults.mixedBatch ? mix(items) : faults.oddBatch ? odd(items) : items
    return { responses: responses as { path: string; code: number; body: unknown }[] } // some faults are no such items
  },
}

/** Section 2.12 shows headers in every item; clients take one without them for no answer. */
const json = { 'content-type': 'application/json' }
const headersOf = ({ status }: SandboxError) => ({ ...json, ...retryAfter(status) })
function itemOf(path: string, context: ReadingContext): Item & { headers: Record<string, string> } {
  const { body, headers } = readingOf(path, context)
  return { path, code: 200, body, headers: { ...json, ...headers } }
}

/** Out of order, without the second, and with one that nobody asked for. */
const odd = (items: readonly Item[]): Item[] => [
  ...items.filter((_, index) => index !== 1).toReversed(),
  { path: '/surprise', code: 200, body: null },
]

/** What the item at this place is under `sandbox-mixed-batch`. */
const failures = [undefined, 403, 404, 409, 429, 500, 501]
const HEADERLESS = 7
const MISSING = 8
const BODY_NULL = 9
const BODY_LIST = 10
const FIRST_OF_SWAPPED = 11

function mixedItem(path: string, index: number, context: ReadingContext): Item {
  const status = failures[index]
  if (status !== undefined) throw new SandboxError(status)
  const { headers, ...item } = itemOf(path, context)
  if (index === HEADERLESS) return item
  if (index === BODY_NULL) return { ...item, body: null, headers }
  if (index === BODY_LIST) return { ...item, body: [item.body], headers }
  return { ...item, headers }
}

function mix(items: readonly Item[]): Item[] {
  const [first, second] = items.slice(FIRST_OF_SWAPPED, FIRST_OF_SWAPPED + 2)
  const rest = items.slice(FIRST_OF_SWAPPED + 2)
  const swapped = first && second ? [second, first] : items.slice(FIRST_OF_SWAPPED, FIRST_OF_SWAPPED + 1)
  const before = items.slice(0, FIRST_OF_SWAPPED).filter((_, index) => index !== MISSING)
  return [...before, ...swapped, ...rest, { path: '/surprise', code: 200, body: null }]
}

/**
 * Under `sandbox-rough-batch`, by how many batches the world was sent: some fail as a whole, some in their first item.
 * @returns what the first item fails with
 * @throws SandboxError
 */
function failRoughly(world: World): SandboxError | undefined {
  world.batches += 1
  if (world.batches % 5 === 0) throw new SandboxError(500)
  if (world.batches % 13 === 0)
    throw new SandboxError(429, 'The application has used all its requests.', { code: 'SMARTCAR_API' })
  return world.batches % 3 === 0 ? new SandboxError(502) : undefined
}
