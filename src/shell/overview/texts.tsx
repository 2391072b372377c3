/** The texts of the overview's figures; those of its panels come later, with them. */
import type { ReactNode } from 'react'
import { formatCount } from '../../ui/format'

export const title = 'Overview'

export const live = 'Live connections'
export const simulated = 'Simulated connections'
export const webhooks = 'Webhooks'
export const retry = 'Retry'
export const connectionsNotCounted = 'Couldn’t count connections'
export const webhooksNotCounted = 'Couldn’t count webhooks'
export const noCount = 'The response has no count that can be shown.'
export const notRead = 'Couldn’t load'
export const reading = 'Loading…'
export const notGiven = 'Not provided'
const delta = (more: number) => (more === 0 ? 'No change' : `${more > 0 ? '+' : '−'}${formatCount(Math.abs(more))}`)
export const since = (more: number, lastVisit: ReactNode) => (
  <>
    {delta(more)} since your last visit ({lastVisit})
  </>
)
export const sinceYesterday = (more: number) => ` · ${delta(more)} since yesterday`
