/** The request that a button will make, to see and to copy before it is made. */
import { type ReactNode, useState } from 'react'
import type { CallInput } from '../../api/client'
import type { Endpoint } from '../../api/endpoint'
import { later } from '../../ui/later'
import styles from './call-behind.module.css'
import { behind } from './texts'

/** Loaded when it is opened. */
const CallShown = later(() => import('./call-preview').then((module) => module.CallShown))

interface Props {
  endpoint: Endpoint
  input: CallInput
  /** Instead of its operation. */
  summary?: ReactNode
}

export function CallBehind({ endpoint, input, summary }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={styles.behind} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{behind(summary ?? endpoint.operation)}</summary>
      {isOpen && <CallShown endpoint={endpoint} input={input} />}
    </details>
  )
}
