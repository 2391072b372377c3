/** Links in the rows of a table: plain anchors, followed and fetched ahead by one handler of their table. */
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type SyntheticEvent, useMemo } from 'react'
import { cut, cutMiddle, MOST_SAID } from './format'

type Place = 'connections' | 'users' | 'vehicles' | 'subscriptions'

interface Props {
  to: Place
  id: string
  title?: string | undefined
  /** No stop of the Tab key: the arrow keys reach it from what stands beside it. */
  isSkipped?: boolean
  children: ReactNode
}

const hrefOf = (to: Place, id: string) => `/${to}/${encodeURIComponent(id)}`
const skipped = (isSkipped: boolean | undefined) => (isSkipped ? -1 : undefined)

/** A list has hundreds of them: each is an anchor and nothing more. Their table takes its handlers from {@link useRowLinks}. */
export function RowLink({ to, id, title, isSkipped, children }: Props) {
  return (
    <a data-row={to} href={hrefOf(to, id)} title={title} tabIndex={skipped(isSkipped)}>
      {children}
    </a>
  )
}

/** The link that is an id: drawn short; read, found and copied whole. */
export function IdLink({ to, id, isSkipped }: Omit<Props, 'title' | 'children'>) {
  const short = cutMiddle(id, 4, 4)
  const whole = cut(id, MOST_SAID)
  return (
    <a
      data-row={to}
      data-short={short === id ? undefined : short}
      href={hrefOf(to, id)}
      className="mono"
      title={whole}
      tabIndex={skipped(isSkipped)}
    >
      {whole}
    </a>
  )
}

const linkAt = ({ target }: SyntheticEvent) =>
  target instanceof Element ? (target.closest<HTMLAnchorElement>('a[data-row]') ?? undefined) : undefined

/** Follows the links of a table's rows within the console, fetches a page's code when one is pointed at, and lets the arrow keys go along a row. */
export function useRowLinks() {
  const router = useRouter()
  return useMemo(() => {
    const fetched = new Set<string | undefined>()
    const fetch = (event: SyntheticEvent) => {
      const link = linkAt(event)
      if (!link || fetched.has(link.dataset.row)) return
      fetched.add(link.dataset.row)
      void router.preloadRoute({ to: link.pathname as never }) // a page of the table above
    }
    return {
      onPointerOver: fetch,
      onFocus: fetch,
      onKeyDown({ key, target }: React.KeyboardEvent) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
        if (!step || !(target instanceof HTMLElement && target.matches('tr :is(a, button)'))) return
        const stops = [...(target.closest('tr')?.querySelectorAll<HTMLElement>('a[href], button') ?? [])]
        stops[stops.indexOf(target) + step]?.focus()
      },
      onClick(event: React.MouseEvent) {
        const isOurs = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        const link = linkAt(event)
        if (!link || !isOurs) return
        event.preventDefault()
        router.history.push(link.pathname)
      },
    }
  }, [router])
}
