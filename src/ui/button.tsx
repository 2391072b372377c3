/** A button that may be refused, with its reason: see `useRefused`. */
import { type ButtonProps, Button as Plain } from '@mantine/core'
import type { ComponentPropsWithRef } from 'react'
import { useRefused } from './refused'

interface Props extends ButtonProps, Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps> {
  /** Why it does nothing; undefined where it does what it says. */
  reason?: string | undefined
}

export function Button({ reason, ...others }: Props) {
  const { given, tip } = useRefused(reason)
  return (
    <>
      <Plain {...others} {...given} />
      {tip}
    </>
  )
}
