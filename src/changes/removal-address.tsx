/** Gives the question of a removal its address while it is open as a dialog: Back closes it, and Cancel goes back. */
import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { RemovalKind } from '../api/removal-page'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The dialog of this entry of the history. */
    question?: string | undefined
  }
}

const routes = {
  connections: (connectionId: string) => ({
    to: '/connections/$connectionId/remove/{-$clickId}' as const,
    params: { connectionId },
  }),
  users: (userId: string) => ({ to: '/users/$userId/remove/{-$clickId}' as const, params: { userId } }),
  subscriptions: (subscriptionId: string) => ({
    to: '/subscriptions/$subscriptionId/remove/{-$clickId}' as const,
    params: { subscriptionId },
  }),
} satisfies Record<RemovalKind, (id: string) => object>

interface Props {
  kind: RemovalKind
  id: string
  /** Called once the address is the page's own again. */
  onClosed: () => void
  /** @param close goes back, then calls its argument after `onClosed` */
  children: (close: (then?: () => void) => void) => ReactNode
}

export function RemovalAddress({ kind, id, onClosed, children }: Props) {
  const router = useRouter()
  const question = useId()
  const next = useRef<() => void>(undefined)
  const closed = useRef(onClosed)
  closed.current = onClosed
  useEffect(() => {
    const { history } = router
    const state = { question }
    const mask = { ...routes[kind](id), state, unmaskOnReload: true }
    void router.navigate({ to: '.', search: true, hash: true, state, mask, resetScroll: false } as never) // this very page
    const stop = history.subscribe(({ location }) => {
      if (location.state.question === question) return
      closed.current()
      next.current?.()
    })
    return () => {
      stop()
      if (history.location.state.question === question) history.back() // its row has gone
    }
  }, [])
  return children((then) => {
    next.current = then
    router.history.back()
  })
}

/** Opens the page of a question that the history leads to again: its dialog has closed. */
export function watchQuestions({ history }: { history: RouterHistory }): void {
  history.subscribe(({ location, action }) => {
    const isNew = action.type === 'PUSH' || action.type === 'REPLACE'
    if (!isNew && location.state.question !== undefined) window.location.reload()
  })
}
