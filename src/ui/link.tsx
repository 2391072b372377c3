/** Links that are links: the router's, drawn as text or as Mantine's button. */
import { Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

function AnchorButton({
  ref,
  ...props
}: ButtonProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  return <Button component="a" ref={ref} {...props} />
}

/** A link that looks like a button, for the one thing to do next. */
export const ButtonLink = createLink(AnchorButton)

/** True for an address that a person may be sent to: http or https, and on `host` where one is required. */
export function isSafeLink(address: string | undefined, base: string | null): address is string {
  if (!address || !base) return false
  try {
    const url = new URL(address)
    return (
      (url.protocol === 'https:' || url.protocol === 'http:') && url.host === new URL(base).host && url.username === ''
    )
  } catch {
    return false
  }
}
