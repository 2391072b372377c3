/** The pager: real links made from the envelope's own, the count, and the rows per page. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Paging } from '../api/json-api'
import type { PageLink } from '../api/links'
import type { Search } from '../api/search'
import { cut, formatCount } from './format'
import { Icon } from './icon'
import * as listTexts from './list-texts'
import styles from './pager.module.css'
import { useRefused } from './refused'
import * as texts from './texts'

interface Props {
  paging: Paging
  /** The envelope's links, read against the query on screen. */
  links: Record<'first' | 'prev' | 'next' | 'last', PageLink>
  /** The number of rows in the response; undefined until they are there. */
  shown: number | undefined
  /** True where there may be more rows than the total. */
  isLeast?: boolean | undefined
  sizes: readonly number[]
  onSize: (size: number) => void
  /** Called when a page is followed in this tab: where reading a page has its price, that is the ask. */
  onFollow?: (search: Search) => void
}

export function Pager({ paging, links, shown, isLeast, sizes, onSize, onFollow }: Props) {
  const { pageNumber, pageSize, totalCount, orderBy, orderDirection } = paging
  const size = pageSize ?? sizes[0] ?? 10
  const ways = [
    [listTexts.firstPage, links.first, 'chevron-first'],
    [texts.previousPage, links.prev, 'chevron-left'],
    [texts.nextPage, links.next, 'chevron-right'],
    [listTexts.lastPage, links.last, 'chevron-last'],
  ] as const
  return (
    <PagerFrame
      range={shown === undefined ? '' : texts.countOf(rangeOf(paging, shown), totalCount, isLeast)}
      links={ways.map(([name, link, icon]) => (
        <PageAnchor
          key={name}
          name={name}
          link={link}
          isHere={link.kind === 'page' && link.number === pageNumber}
          icon={<Icon name={icon} />}
          onFollow={onFollow}
        />
      ))}
      size={size}
      sizes={sizes}
      onSize={onSize}
    >
      {orderBy && (
        <span className={styles.order}>
          {listTexts.orderedBy(cut(orderBy, 60), orderDirection && cut(orderDirection, 20))}
        </span>
      )}
    </PagerFrame>
  )
}

/** “26–50”; the number of rows alone if their place in the list is unknown. */
function rangeOf({ pageNumber, pageSize }: Paging, shown: number): string {
  if (pageNumber === undefined || pageSize === undefined || shown === 0) return formatCount(shown)
  const first = (pageNumber - 1) * pageSize + 1
  return `${formatCount(first)}–${formatCount(first + shown - 1)}`
}

interface FrameProps extends Pick<Props, 'sizes' | 'onSize'> {
  range: string
  links: ReactNode
  size: number
  children?: ReactNode
}

/** What every pager is: what is shown, the ways to other pages, and the rows per page, the size on screen among them. */
export function PagerFrame({ range, links, size, sizes, onSize, children }: FrameProps) {
  const offered = sizes.includes(size) ? sizes : [...sizes, size].sort((a, b) => a - b)
  return (
    <nav aria-label={texts.pages} className={styles.pager}>
      <span role="status" className={styles.range}>
        {range}
      </span>
      <span className={styles.links}>{links}</span>
      <label className={styles.size}>
        <span>{listTexts.rowsPerPage}</span>
        <select className="control" value={size} onChange={(event) => onSize(Number(event.currentTarget.value))}>
          {offered.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      </label>
      {children}
    </nav>
  )
}

interface PageAnchorProps {
  name: string
  link: PageLink
  /** True where it leads to the page that is shown: still a link, for the API gives it, and nowhere to go. */
  isHere: boolean
  icon: ReactNode
  onFollow: ((search: Search) => void) | undefined
}

/** One pager link. Where the service says that there is no such page it stays in place, disabled. */
function PageAnchor({ name, link, isHere, icon, onFollow }: PageAnchorProps) {
  const why = link.kind === 'page' || link.kind === 'none' ? undefined : listTexts.cannotFollow
  const { given, tip } = useRefused(why)
  if (link.kind !== 'page') {
    return (
      <>
        <a role="link" aria-disabled="true" aria-label={name} tabIndex={why && 0} className={styles.link} {...given}>
          {icon}
        </a>
        {tip}
      </>
    )
  }
  return (
    // The address bar's query is the request's: the search goes in as it stands, whatever the route.
    <Link
      to="."
      search={link.search as never}
      aria-label={name}
      title={name}
      aria-current={isHere ? 'page' : undefined}
      className={styles.link}
      onClick={(event) => {
        const isHere = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (isHere) onFollow?.(link.search)
      }}
    >
      {icon}
    </Link>
  )
}
