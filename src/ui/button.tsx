/** The console's button. It may be refused, with its reason: see `useRefused`. */
import type { ComponentPropsWithRef } from 'react'
import styles from './button.module.css'
import { useRefused } from './refused'

interface Props extends ComponentPropsWithRef<'button'> {
  variant?: 'filled' | 'default' | 'subtle' | undefined
  /** Its height, 28 px where compact, 32 and 36; the words of an `xs` are smaller. */
  size?: 'compact-xs' | 'compact-sm' | 'xs' | 'sm'
  /** Whether it waits for what it began; undefined for one that never does. */
  loading?: boolean | undefined
  /** Why it does nothing; undefined where it does what it says. */
  reason?: string | undefined
  /** The id of what says so on the page already. */
  saidAt?: string | undefined
}

export function Button({ variant, size, loading, reason, saidAt, className, children, ...others }: Props) {
  const { given, tip } = useRefused(reason, saidAt)
  return (
    <>
      <button
        type="button"
        disabled={loading}
        data-loading={loading || undefined}
        data-variant={variant}
        data-size={size}
        className={className ? `${styles.button} ${className}` : styles.button}
        {...others}
        {...given}
      >
        {loading !== undefined && <span className={styles.ring} aria-hidden="true" />}
        <span>{children}</span>
      </button>
      {tip}
    </>
  )
}
