/** What is said while the server records what the provider’s hosts respond, or replays it. */
import type { ReactNode } from 'react'

export const title = 'Recording'
export const recording =
  'Recording every response of the provider. Names, IDs and locations aren’t masked. Sandbox or your own accounts only.'
export const stopped = {
  full: 'The recording has reached its limit of 100 MB. Nothing more is recorded.',
  failed: 'The recording couldn’t be written. Nothing more is recorded; the server’s log has the reason.',
}
export const replay = (from: ReactNode, to: ReactNode) => (
  <>
    This is a recording of {from} to {to}. No host is called, and changes reach nothing. Ages count from now.
  </>
)
export const more = 'About recordings'
