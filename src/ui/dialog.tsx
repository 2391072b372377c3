/** A native dialog: shown as soon as it is drawn, closed before it is gone, the focus given back. */
import { type ReactNode, type RefObject, type SyntheticEvent, useLayoutEffect, useRef } from 'react'
import { useFocusBack } from './focus-back'

interface Props {
  /** Its name, or the id of its heading. */
  label?: string
  labelledBy?: string
  className?: string | undefined
  isWide?: boolean | undefined
  /** What has the focus at first; else the first that can. */
  first?: RefObject<HTMLElement | null>
  /** The element itself, for who closes it before going on. */
  ref?: RefObject<HTMLDialogElement | null>
  /** Called where it was closed, by Escape too. */
  onClose: () => void
  children: ReactNode
}

export function Dialog({ label, labelledBy, className, isWide, first, ref, onClose, children }: Props) {
  const own = useRef<HTMLDialogElement>(null)
  const dialog = ref ?? own
  const isGone = useRef(false)
  useFocusBack()
  // Before the browser hears the next key: it is meant for the dialog.
  useLayoutEffect(() => {
    const shown = dialog.current
    isGone.current = false
    shown?.showModal()
    first?.current?.focus()
    return () => {
      isGone.current = true
      shown?.close()
    }
  }, [dialog, first])
  // Escape ends it at once: told by the event of the end, who opens it again by the next key would be overtaken. React tells
  // a dialog of the end of one within it, too.
  const end = (event: SyntheticEvent) => {
    if (event.target !== dialog.current || isGone.current) return
    event.preventDefault()
    onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={className}
      data-wide={isWide || undefined}
      aria-label={label}
      aria-labelledby={labelledBy}
      onCancel={end}
      onClose={end}
    >
      {children}
    </dialog>
  )
}
