/** A button that may be refused, with its reason: see `useRefused`. */
import { type ButtonProps, Button as Plain } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useRefused } from './refused'

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Why it does nothing; undefined where it does what it says. */
  reason?: string | undefined
  /** The id of what says so on the page already. */
  saidAt?: string | undefined
}

export function Button({ reason, saidAt, ...others }: Props) {
  const { given, tip } = useRefused(reason, saidAt)
  return (
    <>
      <Plain {...others} {...given} />
      {tip}
    </>
  )
}
