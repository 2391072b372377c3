/** The frame of one page: breadcrumb, heading, actions. Sets the document's title and takes the focus on arrival. */
import { useMatches } from '@tanstack/react-router'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import styles from './page.module.css'
import * as texts from './texts'

/** The id of the element in which pages show their breadcrumb: outside of them. */
export const TRAIL = 'trail'

let lastPath: string | undefined

interface Props {
  title: string
  /** True if the title is an ID or a name, which browsers must not translate. */
  isName?: boolean
  /** Which part of it the page shows, said before the title and in the document’s: what marks it on screen is elsewhere. */
  part?: string | undefined
  /** Beside the title, quieter: an exact count, for example. */
  aside?: ReactNode
  /** Links to the pages above this one. */
  trail?: ReactNode
  /** Behind the title and no part of it: where what the page shows comes from, for example. Its room is kept. */
  beside?: ReactNode
  /** At the right of the title; the dangerous one last. */
  actions?: ReactNode
  /** True where a pager ends it: its room is known before it comes, see console.css. */
  isPaged?: boolean
  children: ReactNode
}

export function Page({ title, isName, part, aside, trail, beside, actions, isPaged, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The address of what is drawn: the location itself is already elsewhere while the next page loads.
  const pathname = useMatches({ select: (matches) => matches.at(-1)?.pathname })
  const prefix = part === undefined ? '' : `${part}: `
  useEffect(() => {
    document.title = texts.documentTitle(prefix + title)
  }, [prefix, title])
  useEffect(() => {
    // Arriving from another page moves the focus to the heading, which screen readers then announce. The first
    // page of a visit leaves the focus where the browser put it.
    if (lastPath !== undefined && lastPath !== pathname) heading.current?.focus({ preventScroll: true })
    lastPath = pathname
  }, [pathname])
  return (
    <div className={styles.page} data-paged={isPaged}>
      {trail && <Trail>{trail}</Trail>}
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1} translate={isName ? 'no' : undefined}>
          {prefix && <span className="visually-hidden">{prefix}</span>}
          {title}
          {aside !== undefined && <span className={styles.aside}> {aside}</span>}
        </h1>
        {beside !== undefined && <div className={styles.beside}>{beside}</div>}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

function Trail({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => setPlace(document.getElementById(TRAIL)), [])
  return place && createPortal(<nav aria-label={texts.breadcrumb}>{children}</nav>, place)
}
