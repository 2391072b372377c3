/** The texts of calls, as far as pages show them at once. */
import type { ReactNode } from 'react'

export const behind = (operation: ReactNode) => <>The request: {operation}</>

// The incident note
export const copyNote = 'Copy incident note'
export const copied = 'Copied.'
export const note = 'incident note'
