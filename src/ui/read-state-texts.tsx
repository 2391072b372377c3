/** The texts of how old a reading was when it was read. */
import type { ReactNode } from 'react'
import { formatCount } from './format'

/** Units of time with their length in ms, the longest first. */
export const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const
export const span = (count: number, unit: string) => `${formatCount(count)} ${unit}`

export const before = (span: string) => `Recorded ${span} before you read it`
export const atOnce = 'Recorded as you read it'
export const after = (span: string) => `Recorded ${span} after you read it: the clocks differ`
export const unknown = 'Recorded at an unknown time'
export const at = (age: string, time: ReactNode) => (
  <>
    {age} ({time})
  </>
)
