/** The texts of calls, as far as pages show them at once. */
import type { ReactNode } from 'react'

/** The operation tells several on one page apart. */
export const behind = (operation: ReactNode) => (
  <>
    Request details
    <span translate="no" className="visually-hidden">
      : {operation}
    </span>
  </>
)

// The incident note
export const copyNote = 'Copy incident note'
export const copied = 'Copied.'
export const note = 'incident note'
