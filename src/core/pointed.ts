/** Which link is about to be followed: one that is pressed, or that the pointer or the focus rests on. */

/** A pointer on its way elsewhere has crossed a link by then. */
const REST_MS = 80

/** Calls `expect` with the address, within the console, of each link that is likely to be followed next. */
export function watchLinks(expect: (href: string) => void): void {
  let at: HTMLAnchorElement | undefined
  let resting: ReturnType<typeof setTimeout> | undefined
  let place = ''
  const begin = () => {
    clearTimeout(resting)
    const href = at?.isConnected ? hrefWithin(at) : undefined
    if (href !== undefined) expect(href)
  }
  const rest = () => {
    clearTimeout(resting)
    resting = setTimeout(begin, REST_MS)
  }
  const pointAt = ({ target }: Event) => {
    const link = target instanceof Element ? (target.closest<HTMLAnchorElement>('a[href]') ?? undefined) : undefined
    if (link === at) return
    clearTimeout(resting)
    at = link
    if (link) rest() // once: a pager's link that was followed leads elsewhere now, and nobody has pointed at that
  }
  const on = <E extends keyof DocumentEventMap>(event: E, listener: (event: DocumentEventMap[E]) => void) =>
    document.addEventListener(event, listener, { passive: true })

  on('focusin', pointAt)
  on('pointerover', (event) => {
    // What a scroll or a new page brings under a pointer that stays where it is was not pointed at.
    const here = `${event.screenX} ${event.screenY}`
    if (event.pointerType !== 'touch' && here !== place) pointAt(event)
    place = here
  })
  on('pointerdown', (event) => {
    pointAt(event)
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) clearTimeout(resting)
    else if (event.pointerType !== 'touch') begin() // a finger may be about to scroll
  })
  on('pointercancel', () => clearTimeout(resting))
}

/** Path, query and hash; undefined where it opens elsewhere, or is the page in view. */
function hrefWithin({ origin, pathname, search, hash, target, download }: HTMLAnchorElement): string | undefined {
  const isElsewhere = origin !== location.origin || target !== '' || download !== ''
  const isHere = pathname === location.pathname && search === location.search
  return isElsewhere || isHere ? undefined : pathname + search + hash
}
