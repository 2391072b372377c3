/** What an operator may do: each role holds everything of the one before it. */
import type { Effect } from './endpoint'

/** viewer: reads that cost nothing; reader: billed vehicle reads too; operator: changes and handing over tokens too. */
export const roles = ['viewer', 'reader', 'operator'] as const
export type Role = (typeof roles)[number]

/** The least role for each effect of an operation. */
export const neededRole = { free: 'viewer', billed: 'reader', change: 'operator' } as const satisfies Record<
  Effect,
  Role
>

export const isEnough = (held: Role, needed: Role): boolean => roles.indexOf(held) >= roles.indexOf(needed)
