/** The pager of a list that has no total: real links to what is older and back to the newest. */
import { Link } from '@tanstack/react-router'
import type { Search } from '../api/search'
import { plural } from './format'
import * as listTexts from './list-texts'
import { PagerFrame } from './pager'
import styles from './pager.module.css'
import * as texts from './texts'

interface Props {
  /** One of them, e.g. `record`. */
  one: string
  /** Where that takes more than an `s`. */
  many?: string
  /** False where they are in another order than that of time. */
  isByTime?: boolean
  shown: number
  /** The query of the page; absent where one is there already, or there is none. */
  newest: Search | undefined
  older: Search | undefined
  size: number
  sizes: readonly number[]
  onSize: (size: number) => void
}

export function CursorPager({ one, many, isByTime = true, shown, newest, older, size, sizes, onSize }: Props) {
  return (
    <PagerFrame
      range={isByTime ? listTexts.shownOf(shown, one, !newest, many) : plural(shown, one, many)}
      links={
        <>
          <Way name={isByTime ? listTexts.newest : listTexts.firstPage} search={newest} />
          <Way name={isByTime ? listTexts.older : texts.nextPage} search={older} rel="next" />
        </>
      }
      size={size}
      sizes={sizes}
      onSize={onSize}
    />
  )
}

/** Where there is no such page the link stays in place, disabled. */
function Way({ name, search, rel }: { name: string; search: Search | undefined; rel?: string }) {
  if (!search)
    return (
      // biome-ignore lint/a11y/useValidAnchor: a disabled link is an anchor without an address
      <a role="link" aria-disabled="true" className={styles.word}>
        {name}
      </a>
    )
  return (
    <Link
      to="."
      search={search as never} // the route's own names
      rel={rel}
      className={styles.word}
    >
      {name}
    </Link>
  )
}
