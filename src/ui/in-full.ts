/**
 * What is drawn shorter than it is, told in full: a time's other zones, a number's every digit. On hover as a title; on
 * focus beside it and as the description of what has the focus, which screen readers say. Escape closes it.
 */
import { copyRows } from './copy-rows'
import { formatInstant, type Zone } from './format'
import styles from './in-full.module.css'
import { named } from './texts'

/** What can be told in full, of which {@link restOf} knows the rest. */
const SHORTENED = 'time[datetime], data[value], a[data-short]'
/** More of a row than this nobody listens to. */
const MOST = 6
const ID = 'in-full'

const zones: readonly Zone[] = ['utc', 'local', 'relative']

/** What of it is not drawn. */
function restOf(element: Element): string {
  if (element instanceof HTMLDataElement || element instanceof HTMLAnchorElement) return element.title
  if (!(element instanceof HTMLTimeElement) || !element.dateTime.includes('T')) return '' // a day is drawn whole
  const at = Date.parse(element.dateTime)
  const drawn = element.dataset.short ?? element.textContent
  const rest = zones.flatMap((zone) => {
    const said = formatInstant(at, zone, Date.now(), { isExact: 'exact' in element.dataset })
    return said === drawn || said.startsWith(`${drawn} `) ? [] : [said] // in another form it is the same time
  })
  return [...new Set(rest)].join(' · ')
}

/** In a row, the one that speaks for all of it: its link, or else the first thing that can be used. */
const speakerOf = (row: Element) =>
  row.querySelector('a[href]') ?? row.querySelector('button, summary, input') ?? row.querySelector(SHORTENED)

/** What is told while `focused` has the focus: itself, what is within it, or what stands in its row. */
function shortenedIn(focused: Element): Element[] {
  const isShortened = focused.matches(SHORTENED)
  if (!isShortened && !focused.matches(':focus-visible')) return [] // a click on a link is no question
  if (focused.matches('a, button, summary')) {
    const within = [...focused.querySelectorAll(SHORTENED)]
    if (within.length > 0) return within
  }
  const row = focused.closest('tr, li')
  if (row && speakerOf(row) === focused) return [...row.querySelectorAll(SHORTENED)]
  return isShortened ? [focused] : []
}

/** The name of its column, where it stands in one. */
function nameOf(element: Element): string | undefined {
  const cell = element.closest('td, th')
  if (!(cell instanceof HTMLTableCellElement)) return undefined
  return cell.closest('table')?.tHead?.rows[0]?.cells[cell.cellIndex]?.textContent?.trim() || undefined
}

let shown: { tip: HTMLElement; focused: Element; beside: Element } | undefined

function hide(): void {
  if (!shown) return
  const { tip, focused } = shown
  tip.remove()
  const others = (focused.getAttribute('aria-describedby') ?? '').split(' ').filter((id) => id !== ID && id !== '')
  if (others.length > 0) focused.setAttribute('aria-describedby', others.join(' '))
  else focused.removeAttribute('aria-describedby')
  shown = undefined
}

function show(focused: Element): void {
  hide()
  const found = shortenedIn(focused).slice(0, MOST)
  const lines = found.flatMap((element) => {
    const rest = restOf(element)
    const name = found.length === 1 && element === focused ? undefined : nameOf(element)
    return rest === '' ? [] : [name === undefined ? rest : named(name, rest)]
  })
  const [beside] = found
  if (!beside || lines.length === 0) return
  const tip = document.createElement('div')
  tip.id = ID
  tip.className = styles.tip ?? ''
  tip.setAttribute('role', 'tooltip')
  for (const line of lines) tip.append(Object.assign(document.createElement('span'), { textContent: line }))
  // Within the page's landmark; above all else, an open dialog among it.
  tip.popover = 'manual'
  ;(focused.closest('main, header, aside, section') ?? document.body).append(tip)
  tip.showPopover()
  shown = { tip, focused, beside }
  place()
  const others = focused.getAttribute('aria-describedby')
  focused.setAttribute('aria-describedby', others ? `${others} ${ID}` : ID)
}

/** Below what it tells of, or above it where the window ends. */
function place(): void {
  if (!shown) return
  const { tip, beside } = shown
  const at = beside.getBoundingClientRect()
  const { width, height } = tip.getBoundingClientRect()
  const below = at.bottom + 4
  tip.style.top = `${below + height > innerHeight ? at.top - height - 4 : below}px`
  tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`
}

function entitle(element: Element | null): void {
  if (element instanceof HTMLTimeElement) element.title = restOf(element) // made when it is asked for: there are hundreds
}

let isTelling = false

/** Begins to tell; a second call does nothing. */
export function tellInFull(): void {
  if (isTelling) return
  isTelling = true
  const elementOf = ({ target }: Event) => (target instanceof Element ? target : undefined)
  document.addEventListener('pointerover', (event) => entitle(elementOf(event)?.closest('time') ?? null))
  document.addEventListener('focusin', (event) => {
    const focused = elementOf(event)
    if (focused) show(focused)
  })
  document.addEventListener('copy', copyRows) // only what was pointed at can be selected
  document.addEventListener('focusout', hide)
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide())
  document.addEventListener('scroll', place, { capture: true, passive: true })
  window.addEventListener('resize', place)
  // What was pointed at and what took the focus while this was on its way.
  entitle(document.querySelector('time:hover'))
  if (document.activeElement) show(document.activeElement)
}
