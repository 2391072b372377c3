/** Links in the rows of a table: plain anchors, followed and fetched ahead by one handler of their table. */
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type SyntheticEvent, useMemo } from 'react'
import { cut, cutMiddle, MOST_SAID } from './format'

type Place = 'connections' | 'users' | 'vehicles'

interface Props {
  to: Place
  id: string
  className?: string
  children: ReactNode
}

const hrefOf = (to: Place, id: string) => `/${to}/${encodeURIComponent(id)}`

/** A list has hundreds of them: each is an anchor and nothing more. Their table takes its handlers from {@link useRowLinks}. */
export function RowLink({ to, id, className, children }: Props) {
  return (
    <a data-row={to} href={hrefOf(to, id)} className={className}>
      {children}
    </a>
  )
}

/** The link that is an id: its middle is drawn as an ellipsis, and read, found and copied whole. */
export function IdLink({ to, id, isShort = false }: Omit<Props, 'className' | 'children'> & { isShort?: boolean }) {
  const [head, tail] = isShort ? [4, 4] : [8, 6]
  if (cutMiddle(id, head, tail) === id)
    return (
      <a data-row={to} href={hrefOf(to, id)} className="mono">
        <bdi>{id}</bdi>
      </a>
    )
  return (
    <a data-row={to} href={hrefOf(to, id)} className="mono" title={cut(id, MOST_SAID)}>
      {id.slice(0, head)}
      <span className="id-middle">{cut(id.slice(head, -tail), MOST_SAID)}</span>
      {id.slice(-tail)}
    </a>
  )
}

const linkAt = ({ target }: SyntheticEvent) =>
  target instanceof Element ? (target.closest<HTMLAnchorElement>('a[data-row]') ?? undefined) : undefined

/** Follows the links of a table's rows within the console, and fetches a page's code when one is pointed at. */
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
