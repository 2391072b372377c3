/** Known signals to choose from: a search, their groups beside them, and one group of rows at a time. */
import { Fragment, type KeyboardEvent, type ReactNode, useRef } from 'react'
import type { KnownSignal } from '../../api/signals.data'
import { Filters, SearchField } from '../../ui/filters'
import { HeaderRow } from '../../ui/header-row'
import { isComposing } from '../../ui/keys'
import { shortUnit } from '../../ui/measure'
import * as texts from './list-texts'
import { foundGroups, groupsFor, type SignalGroup } from './signal-groups'
import styles from './signal-list.module.css'

/** A column behind those that every list has. */
export interface SignalColumn {
  header: string
  cell: (signal: KnownSignal) => ReactNode
}

interface Props {
  /** From the address. */
  q: string
  group: string
  /** Called with what the address should say. */
  onShow: (search: { q?: string; group?: string }) => void
  /** Said of a group, and of how many it is. */
  shownText: (count: number, total: number) => string
  /** Codes that were read recently. */
  read: readonly string[]
  /** The link that a signal’s name is. */
  linkOf: (signal: KnownSignal) => ReactNode
  /** Called for the first signal found, on Enter in the search. */
  onOpen: (code: string) => void
  permissionOf: (signal: KnownSignal) => ReactNode
  columns: readonly SignalColumn[]
  /** What a signal’s row is followed by. */
  detailOf?: (signal: KnownSignal) => ReactNode
  /** Beside the search: how to get to what is not listed. */
  tools?: ReactNode
}

const total = groupsFor([]).at(-1)?.signals.length ?? 0

export function SignalList({ q, group, onShow, shownText, read, onOpen, tools, ...list }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const groups = groupsFor(read)
  const [common] = groups
  const chosen = groups.find(({ name }) => name === group) ?? common
  const shown = q ? foundGroups(q) : chosen ? [chosen] : []
  const count = shown.reduce((sum, { signals }) => sum + signals.length, 0)
  const first = shown[0]?.signals[0]
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const { target } = event
    if (isComposing(event.nativeEvent) || !(target instanceof HTMLElement)) return
    const isSearch = target instanceof HTMLInputElement && target.type === 'search'
    if (isSearch && event.key === 'Enter' && target.value.trim()) {
      const wanted = foundGroups(target.value)[0]?.signals[0]
      if (wanted) onOpen(wanted.code)
    }
    if (step === undefined || !(isSearch || target.closest('tbody'))) return
    const links = [...(frame.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])]
    const at = links.findIndex((link) => link.closest('tr') === target.closest('tr'))
    const next =
      at + step < 0 ? frame.current?.querySelector<HTMLElement>('search input:not([type=hidden])') : links[at + step]
    if (!next || (isSearch && step < 0)) return
    event.preventDefault()
    next.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its fields and links take the keys; it hears of them
    <div ref={frame} className={styles.list} onKeyDown={keys}>
      <div className={styles.tools}>
        <Filters name={texts.filters}>
          <SearchField
            name="q"
            label={texts.search}
            value={q}
            hint={texts.searchHint}
            onApply={(text) => onShow(text ? { q: text } : {})}
          />
        </Filters>
        {tools}
      </div>
      {/* Buttons, not radio buttons: the label of “Vehicle identification” would be found for a field “Vehicle ID”. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form */}
      <div role="group" aria-label={texts.groups} className={styles.groups}>
        {groups.map(({ name, signals }) => (
          <button
            key={name}
            type="button"
            aria-pressed={!q && name === chosen?.name}
            onClick={() => onShow(name === common?.name ? {} : { group: name })}
          >
            {name} <span className="quiet">{signals.length}</span>
          </button>
        ))}
      </div>
      <div className={styles.found}>
        {shown.length === 1 && <h2>{shown[0]?.name}</h2>}
        <p role="status" className="quiet">
          {!q ? shownText(count, total) : first ? texts.found(count, first.fullName) : texts.nothingFound(q)}
        </p>
        {count > 0 && (
          <Rows
            shown={shown}
            isMixed={q === '' && chosen?.signals.some((one) => one.group !== chosen.name)}
            {...list}
          />
        )}
      </div>
    </div>
  )
}

interface RowsProps extends Pick<Props, 'linkOf' | 'permissionOf' | 'columns' | 'detailOf'> {
  shown: readonly SignalGroup[]
  /** True where the signals are of several groups, and no group is above them. */
  isMixed: boolean | undefined
}

function Rows({ shown, isMixed, linkOf, permissionOf, columns, detailOf }: RowsProps) {
  const headers = [...texts.columns, ...columns.map(({ header }) => header)]
  return (
    <table aria-label={texts.table} className={styles.table}>
      <thead>
        <HeaderRow headers={headers} />
      </thead>
      {shown.map(({ name, signals }) => (
        <tbody key={name}>
          {shown.length > 1 && (
            <tr className={styles.group}>
              <th colSpan={headers.length} scope="rowgroup">
                {name}
              </th>
            </tr>
          )}
          {signals.map((signal) => (
            <Fragment key={signal.code}>
              <tr>
                <th scope="row">
                  <span className={styles.name}>
                    {linkOf(signal)}{' '}
                    {isMixed && signal.fullName !== signal.name && <span className="quiet">{signal.group}</span>}
                  </span>{' '}
                  <code translate="no" className="quiet">
                    {signal.code}
                  </code>
                </th>
                <td>
                  {(signal.unit && shortUnit(signal.unit)) ??
                    (signal.isYesOrNo && <span className="quiet">{texts.yesOrNo}</span>)}
                </td>
                <td>{permissionOf(signal)}</td>
                {columns.map(({ header, cell }) => (
                  <td key={header}>{cell(signal)}</td>
                ))}
              </tr>
              {detailOf?.(signal)}
            </Fragment>
          ))}
        </tbody>
      ))}
    </table>
  )
}
