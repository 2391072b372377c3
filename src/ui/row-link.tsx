/** Links and copy buttons in the rows of a table: plain elements, served by one handler of their table. */
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type SyntheticEvent, useMemo } from 'react'
import { ownAddress } from '../api/base-path'
import { copy } from './copying'
import { cut, cutMiddle, MOST_SAID } from './format'
import { COPIED_MS } from './id'
import styles from './id.module.css'
import * as texts from './texts'

type Place = 'connections' | 'users' | 'vehicles' | 'subscriptions'

interface Props {
  to: Place
  id: string
  title?: string | undefined
  /** No stop of the Tab key: the arrow keys reach it from what stands beside it. */
  isSkipped?: boolean
  children: ReactNode
}

const hrefOf = (to: Place, id: string) => ownAddress(`/${to}/${encodeURIComponent(id)}`)
const skipped = (isSkipped: boolean | undefined) => (isSkipped ? -1 : undefined)

/** A list has hundreds of them: each is an anchor and nothing more. Their table takes its handlers from {@link useRowParts}. */
export function RowLink({ to, id, title, isSkipped, children }: Props) {
  return (
    <a translate="no" data-row={to} href={hrefOf(to, id)} title={title} tabIndex={skipped(isSkipped)}>
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
      translate="no"
      className="mono"
      title={whole}
      tabIndex={skipped(isSkipped)}
    >
      {whole}
    </a>
  )
}

/** Copies a text that a row is about. No stop of the Tab key: `c` and the arrow keys reach it. */
export function RowCopy({ text, what }: { text: string; what: string }) {
  return (
    <button
      type="button"
      className={styles.copy}
      title={texts.copy(what)}
      value={text}
      data-copy={what}
      tabIndex={-1}
    />
  )
}

/** Its name says for a moment that it was done. */
async function copyBy(button: HTMLButtonElement): Promise<void> {
  const what = button.dataset.copy ?? ''
  if (!(await copy({ text: button.value, what }))) return
  button.title = texts.copied(what)
  button.dataset.copied = ''
  setTimeout(() => {
    button.title = texts.copy(what)
    delete button.dataset.copied
  }, COPIED_MS)
}

const partAt = <Part extends Element>({ target }: SyntheticEvent, selector: string) =>
  target instanceof Element ? (target.closest<Part>(selector) ?? undefined) : undefined
const linkAt = (event: SyntheticEvent) => partAt<HTMLAnchorElement>(event, 'a[data-row]')

/**
 * Follows the links of a table's rows within the console, copies, and lets the arrow keys go along a row.
 */
export function useRowParts() {
  const router = useRouter()
  return useMemo(() => {
    return {
      onKeyDown({ key, target }: React.KeyboardEvent) {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
        if (!step || !(target instanceof HTMLElement && target.matches('tr :is(a, button)'))) return
        const stops = [...(target.closest('tr')?.querySelectorAll<HTMLElement>('a[href], button') ?? [])]
        stops[stops.indexOf(target) + step]?.focus()
      },
      onClick(event: React.MouseEvent) {
        const button = partAt<HTMLButtonElement>(event, 'button[data-copy]')
        if (button) void copyBy(button)
        const isOurs = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        const link = linkAt(event)
        if (!link || !isOurs) return
        event.preventDefault()
        router.history.push(link.pathname)
      },
    }
  }, [router])
}
