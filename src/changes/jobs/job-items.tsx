/** The items of a job, some at a time: those that did not end well stand first. */
import { memo, useState } from 'react'
import { Button } from '../../ui/button'
import { PlainTable } from '../../ui/plain-table'
import { type ItemState, itemStates, type Job, type JobItem } from './job-list'
import styles from './job-panel.module.css'
import * as texts from './job-panel-texts'

/** So many are drawn at a time. */
const PAGE = 25

/** Those that need somebody come first, each kind in its own order. */
const pressing: readonly ItemState[] = ['failed', 'unknown', 'asleep']
const inOrder = ({ items, counts }: Job): readonly JobItem[] => [
  ...pressing.flatMap((kind) => (counts[kind] > 0 ? items.filter(({ state }) => state === kind) : [])),
  ...items.filter(({ state }) => !pressing.includes(state)),
]

export function Items({ job, isOpen }: { job: Job; isOpen: boolean }) {
  const [only, setOnly] = useState<ItemState>()
  const [page, setPage] = useState(0)
  const items = only ? job.items.filter(({ state }) => state === only) : inOrder(job)
  const last = Math.max(0, Math.ceil(items.length / PAGE) - 1)
  const at = Math.min(page, last)
  return (
    <details open={isOpen} className={styles.items}>
      <summary>{texts.items}</summary>
      <div className="row">
        <label>
          {texts.show}{' '}
          <select
            value={only ?? ''}
            onChange={({ currentTarget }) => {
              setOnly(itemStates.find((state) => state === currentTarget.value))
              setPage(0)
            }}
          >
            <option value="">{texts.all}</option>
            {itemStates.map((state) => (
              <option key={state} value={state}>
                {texts.stateChoice(state, job.counts[state])}
              </option>
            ))}
          </select>
        </label>
        {last > 0 && (
          <>
            <Button
              size="compact-xs"
              variant="default"
              reason={at === 0 ? texts.firstItems : undefined}
              onClick={() => setPage(at - 1)}
            >
              {texts.before}
            </Button>
            <span className="number">
              {texts.range(at * PAGE + 1, Math.min(items.length, (at + 1) * PAGE), items.length)}
            </span>
            <Button
              size="compact-xs"
              variant="default"
              reason={at === last ? texts.lastItems : undefined}
              onClick={() => setPage(at + 1)}
            >
              {texts.after}
            </Button>
          </>
        )}
      </div>
      <PlainTable
        name={texts.itemsOf(job.spec.title)}
        headers={[texts.itemColumn, texts.stateColumn, texts.outcomeColumn]}
      >
        <tbody>
          {items.slice(at * PAGE, (at + 1) * PAGE).map((item) => (
            <ItemRow key={item.key} item={item} spec={job.spec} />
          ))}
        </tbody>
      </PlainTable>
    </details>
  )
}

const tones: Partial<Record<JobItem['state'], string>> = {
  done: 'good',
  failed: 'danger',
  unknown: 'amber',
  asleep: 'calm',
}

/** What two lines of a narrow tray hold. */
const MOST_SHORT = 88

/** What is longer than two lines is opened for the rest, and its item with it. */
function Outcome({ text }: { text: string }) {
  if (text.length <= MOST_SHORT) return text
  return (
    <details className={styles.outcome}>
      <summary>{text}</summary>
    </details>
  )
}

const ItemRow = memo(function ItemRow({ item, spec: { Detail } }: { item: JobItem; spec: Job['spec'] }) {
  return (
    <tr>
      <th scope="row">
        <bdi translate="no">{item.label.slice(0, 200)}</bdi>
      </th>
      <td>
        <span className={styles.state} data-tone={tones[item.state]}>
          {texts.states[item.state]}
        </span>
        {item.tries > 1 && <span className="quiet"> {texts.nthTry(item.tries)}</span>}
      </td>
      <td>
        <Outcome text={item.detail ?? ''} />
        {Detail && <Detail item={item} />}
      </td>
    </tr>
  )
})
