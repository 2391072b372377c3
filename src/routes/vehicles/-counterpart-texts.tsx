/** The text of what stands for a version 2.0 read, apart: the deprecations page and the group’s batch show it too. */
import type { ReactNode } from 'react'

export const version3 = (signals: ReactNode) => <>Version 3: {signals}</>
