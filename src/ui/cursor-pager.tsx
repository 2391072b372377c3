/** The pager of a list that has no total: real links to what is older and back to the newest. */
import { Link } from '@tanstack/react-router'
import type { Search } from '../api/search'
import * as listTexts from './list-texts'
import { PagerFrame } from './pager'
import styles from './pager.module.css'

interface Props {
  /** One of them, e.g. `record`. */
  one: string
  shown: number
  /** The query of the page; absent where one is there already, or there is none. */
  newest: Search | undefined
  older: Search | undefined
  size: number
  sizes: readonly number[]
  onSize: (size: number) => void
}

export function CursorPager({ one, shown, newest, older, size, sizes, onSize }: Props) {
  return (
    <PagerFrame
      range={listTexts.shownOf(shown, one, !newest)}
      links={
        <>
          <Way name={listTexts.newest} search={newest} />
          <Way name={listTexts.older} search={older} rel="next" />
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
