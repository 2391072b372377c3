/** A drawing that is looked through piece by piece: with the pointer, a finger, or the arrow keys. */
import type { KeyboardEvent, PointerEvent, ReactNode } from 'react'

interface Props {
  /** What its pieces are. */
  label: string
  count: number
  /** The piece that is shown, from 0. */
  at: number
  /** The same in words. */
  said: string
  /** The piece at a place of the drawing, both from 0 to 1. */
  pieceAt: (x: number, y: number) => number
  onShow: (at: number) => void
  className: string | undefined
  children: ReactNode
}

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

export function Browse({ label, count, at, said, pieceAt, onShow, className, children }: Props) {
  const within = (piece: number) => Math.max(0, Math.min(piece, count - 1))
  const point = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    if (width > 0 && height > 0) onShow(within(pieceAt((clientX - left) / width, (clientY - top) / height)))
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onShow(within(at + step))
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={at + 1}
      aria-valuetext={said}
      className={className}
      onPointerDown={point}
      onPointerMove={point}
      onKeyDown={press}
    >
      {children}
    </div>
  )
}
