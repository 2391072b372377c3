/** The texts of a removal's outcome and its notice. */
import type { ReactNode } from 'react'

export const otherTokens = 'Not sent. The access tokens changed first.'
export const nothingLeft = 'Nothing left to remove (404).'
export const noAnswer = 'No response. The removal may or may not have happened.'
export const noAnswerThere = 'No response. Still there when checked, but the removal may still take effect.'
export const noAnswerGone = 'No response, but a check confirmed the removal.'
export const answeredGone = (status: number) => `Removed and confirmed (${status}).`
export const answeredThere = (status: number) => `Accepted, not yet gone (${status}).`
export const answeredUnread = (status: number) => `Accepted (${status}). Couldn’t check whether it’s gone.`
export const gone = 'Removed and confirmed.'
export const notYetGone = 'Accepted, not yet gone when last checked.'
export const stillThere = 'Still there when last checked.'
// The notices.
export const removals = 'Removals'
export const removing = (subject: ReactNode) => <>Removing {subject}…</>
export const confirming = (subject: ReactNode) => <>Removed {subject}. Confirming…</>
export const recheck = 'Check again'

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
