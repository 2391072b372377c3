/** IDs that the server refuses, apart from `endpoint.ts`, which every page loads. */

import { BadIdError } from './endpoint'
import { uuidWithin } from './same-id'

/**
 * Finds an ID that no provider knows, although it names something: a 404 to a removal would count as removed.
 * @returns the error of the first UUID with an invisible character, quotes or a final period
 */
export function badIdIn(ids: Readonly<Record<string, string | undefined>>): BadIdError | undefined {
  for (const [parameter, id = ''] of Object.entries(ids)) {
    const uuid = uuidWithin(id)
    if (uuid) return new BadIdError(parameter, id, `it’s a UUID with other characters around or in it. Use ${uuid}`)
  }
  return undefined
}
