/** The texts of removal pages. */
import type { ReactNode } from 'react'

export const title = (noun: string) => `Remove ${noun}`
export const subject = (noun: string, id: ReactNode) => (
  <>
    {noun.slice(0, 1).toUpperCase() + noun.slice(1)} {id}
  </>
)
export const notOpen = 'The server added no form to this page.'
export const openAgain = 'Load the page again'

// The outcome.
export const removedWith = (status: number | undefined) => `The provider returned ${status}.`
export const nothingLeft = 'Nothing left to remove (404).'
export const unknown = 'The removal may or may not have happened. Check before you try again.'
export const unknownClick = 'The server doesn’t know this click, so it can’t tell whether something was removed.'
export const failedWith = (title: string | undefined, code: string | undefined, status: number | undefined) =>
  [title, code, status !== undefined && `HTTP ${status}`].filter(Boolean).join(' · ')
export const askAgain = 'Back to the question'
export const check = 'Check again (1 request)'
export const checking = 'Checking…'
export const stillThere = 'Still there when checked. The removal may still take effect.'
export const isGone = 'Not found when checked: it’s gone.'
