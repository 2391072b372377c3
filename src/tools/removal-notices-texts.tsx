/** The texts of the notices of removals. */
import type { ReactNode } from 'react'

export const removals = 'Removals'
export const removing = (subject: ReactNode) => <>Removing {subject}</>
export const confirming = (subject: ReactNode) => <>Removed; a read is confirming it: {subject}</>
export const lookAgain = 'Look again'

// How it ended
export const removed = 'Removed'
export const alreadyGone = 'Already gone'
export const accepted = 'Accepted, not yet gone'
export const failed = 'Not removed'
export const unknown = 'Outcome unknown'
export const failedOf = (outcome: string, subject: ReactNode) => (
  <>
    {outcome}: {subject}
  </>
)
export const endedAt = (outcome: string, time: ReactNode, subject: ReactNode) => (
  <>
    <strong>{outcome}</strong> {time}: {subject}
  </>
)
