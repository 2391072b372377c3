/** The texts of where the records of a page come from. */
import type { ReactNode } from 'react'
import { plural } from '../../ui/format'

const records = (count: number, isExact: boolean) => `${isExact ? '' : 'At least '}${plural(count, 'record')}`
export const ofStore = (count: { value: number; isExact: boolean } | undefined, since: ReactNode, days: number) => (
  <>
    {count && (count.isExact || count.value > 0) && `${records(count.value, count.isExact)}. `}
    From the team’s store{since && <> since {since}</>}, kept for {plural(days, 'day')}.
  </>
)
export const ofFile = (since: ReactNode) => (
  <>From this server’s file{since && <> since {since}</>}. The store isn’t available or up to date.</>
)
export const unread = (lines: number) => ` ${plural(lines, 'line')} couldn’t be read.`
export const ofAccount = ' Only requests with the tokens that this browser uses: others require a sign-in.'
