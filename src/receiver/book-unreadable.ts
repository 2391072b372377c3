/** Rows that are sealed with a key that this server doesn't have: they can be neither shown nor found for a removal. */
import type { DeliveryRows } from '../store/deliveries'
import type { Vault } from './vault'

export interface Unreadable {
  deliveries: number
  values: number
  errors: number
  /** Names of their keys. */
  keys: string[]
}

export const totalOf = ({ deliveries, values, errors }: Unreadable): number => deliveries + values + errors

const NONE: Unreadable = { deliveries: 0, values: 0, errors: 0, keys: [] }

export function createUnreadable(
  { countByKey }: Pick<DeliveryRows, 'countByKey'>,
  { keyNames }: Pick<Vault, 'keyNames'>,
  goesOn: () => boolean,
) {
  let known = NONE
  return {
    /** As it was counted last. */
    known: () => known,
    /** @throws StoreError */
    async count(): Promise<Unreadable> {
      const counts = await countByKey(goesOn)
      const keys = new Set<string>()
      const sum = (byKey: Map<string, number>) => {
        const foreign = [...byKey].filter(([key]) => !keyNames.includes(key))
        for (const [key] of foreign) keys.add(key)
        return foreign.reduce((all, [, count]) => all + count, 0)
      }
      const [deliveries, values, errors] = [sum(counts.deliveries), sum(counts.values), sum(counts.errors)]
      known = { deliveries, values, errors, keys: [...keys].toSorted() }
      return known
    },
  }
}
