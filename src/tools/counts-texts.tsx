/** The texts of counts that could not be made again. */
import type { ReactNode } from 'react'

export const earlier = (counts: string, time: ReactNode) => (
  <>
    {counts} when last counted, {time}. They couldn’t be counted again.
  </>
)
