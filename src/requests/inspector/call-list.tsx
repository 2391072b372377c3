/** The inspector's list: a line for each call, its duration beside that of the slowest. */
import { memo, useMemo } from 'react'
import { costOf } from '../../api/endpoint'
import { maskVins } from '../../api/mask'
import { scrollable } from '../../ui/texts'
import { Time, ZoneNote } from '../../ui/time'
import { type CallLine, isBilled } from './call-filter'
import { CallStatus } from './call-status'
import type { Call } from './calls'
import { serviceAddress } from './curl-text'
import styles from './inspector.module.css'
import * as texts from './inspector-texts'

interface Props {
  lines: readonly CallLine[]
  chosen: number | undefined
  onChoose: (id: number) => void
}

export const CallList = memo(function CallList({ lines, chosen, onChoose }: Props) {
  const slowest = Math.max(0, ...lines.flatMap(({ call: { durationMs } }) => durationMs || []))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={scrollable(texts.requests)} className={styles.list}>
      <table aria-label={texts.requests}>
        <thead>
          <tr>
            <th scope="col">{texts.request}</th>
            <th scope="col">{texts.answered}</th>
            <th scope="col">{texts.duration}</th>
            <th scope="col">{texts.size}</th>
            <th scope="col">
              {texts.time}
              <ZoneNote />
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ call, alike }) => (
            <CallRow
              key={call.id}
              call={call}
              alike={alike}
              share={shareOf(call.durationMs, slowest)}
              isChosen={call.id === chosen}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
})

/** In hundredths; 0 for what is no duration. */
const shareOf = (ms: number, slowest: number): number => (ms > 0 && slowest > 0 ? (ms / slowest) * 100 : 0)

interface RowProps extends Pick<CallLine, 'call' | 'alike'> {
  share: number
  isChosen: boolean
  onChoose: (id: number) => void
}

const CallRow = memo(function CallRow({ call, alike, share, isChosen, onChoose }: RowProps) {
  const { id, endpoint, input, durationMs, text, at, isAhead } = call
  const size = useMemo(() => (text === undefined ? '' : texts.bytes(new Blob([text]).size)), [text])
  return (
    <tr aria-current={isChosen || undefined}>
      <th scope="row">
        <button type="button" className={styles.call} onClick={() => onChoose(id)}>
          <span className={styles.method}>{endpoint.method}</span> <Path call={call} />
          {alike > 1 && <strong className={styles.alike}>{texts.alike(alike)}</strong>}
          {isBilled(call) && (
            <span className={styles.billed}>
              {texts.billed}
              {costOf(input.body) > 1 && ` ${costOf(input.body)}`}
            </span>
          )}
          {isAhead && <span className={styles.early}>{texts.loadedAhead}</span>}
        </button>
      </th>
      <td>
        <CallStatus call={call} />
      </td>
      <td>
        <span className={styles.track}>
          <span style={{ width: `${share}%` }} />
        </span>
        {texts.milliseconds(durationMs)}
      </td>
      <td>{size}</td>
      <td>
        <Time value={at} isBare />
      </td>
    </tr>
  )
})

/** So much of an address tells it from others; its details have the whole. */
const MOST_DRAWN = 400
/** Of its end, which is drawn however little room there is. */
const END = 10

/** Where there is no room for it, its middle is left out. */
function Path({ call: { endpoint, input } }: { call: Call }) {
  const path = maskVins(decodeSafely(serviceAddress(endpoint, input, ''))).slice(0, MOST_DRAWN)
  const cut = Math.max(0, path.length - END)
  return (
    <span className={styles.path}>
      <span>{path.slice(0, cut)}</span>
      <span>{path.slice(cut)}</span>
    </span>
  )
}

function decodeSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
