/** The job panel: what runs, how far it is, how each item ended, and what can be done about it. */
import { useLocation } from '@tanstack/react-router'
import { memo, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { useFocusBack } from '../../ui/focus-back'
import { Notice } from '../../ui/notice'
import { PlainTable } from '../../ui/plain-table'
import { useNow } from '../../ui/use-now'
import { AnsweredView } from './answered-view'
import { saveOutcome } from './job-file'
import { type ItemState, itemStates, type Job, type JobItem, useJobs } from './job-list'
import styles from './job-panel.module.css'
import * as texts from './job-panel-texts'
import { checkUnknown, continueJob, dismissJob, resumeJob, retryItems, stopJob } from './jobs'

export function JobPanel() {
  const jobs = useJobs()
  if (jobs.length === 0) return null
  return (
    <aside aria-label={texts.jobs} className={styles.panel}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </aside>
  )
}

const summary = ({ counts }: Job): string =>
  itemStates.flatMap((state) => (counts[state] ? texts.inState(counts[state], state) : [])).join(' · ')

function JobCard({ job }: { job: Job }) {
  const { id, spec, phase, items, counts, reason, held = 0 } = job
  const { pathname } = useLocation()
  const card = useRef<HTMLElement>(null)
  useFocusBack()
  useEffect(() => {
    // What was started elsewhere on the page is seen, and heard, here.
    card.current?.focus()
  }, [])
  const over = items.length - counts.waiting - counts.sending
  const isOver = phase === 'ended'
  return (
    <section ref={card} tabIndex={-1} aria-label={spec.title} className={styles.job}>
      <div className={styles.head}>
        <strong>{spec.title}</strong>
        <progress value={over} max={items.length} aria-label={texts.progress(spec.title)} />
        <span className="number">{texts.reached(over, items.length)}</span>
        <TimeLeft job={job} over={over} />
      </div>
      {/* Said when it turns, not with every item. */}
      <p role="status" className={styles.phase}>
        {phase === 'ended' && texts.ended(summary(job))}
        {phase === 'stopped' && texts.stopped(reason)}
        {phase === 'running' && (held > 0 ? texts.retrying(held) : texts.running)}
        {phase === 'paused' && texts.paused}
      </p>
      {!isOver && <p className="quiet">{summary(job)}</p>}
      {over > 0 && spec.sum && <p>{spec.sum()}</p>}
      {phase === 'paused' && <Countdown until={job.pausedUntil ?? 0} />}
      <div className={styles.buttons}>
        {(phase === 'running' || phase === 'paused' || job.isChecking) && (
          <Button size="compact-sm" variant="default" onClick={() => stopJob(id)}>
            {texts.stop}
          </Button>
        )}
        {phase === 'paused' && (
          <Button size="compact-sm" onClick={() => resumeJob(id)}>
            {texts.continueNow}
          </Button>
        )}
        {(phase === 'stopped' || held > 0) && (
          <Button size="compact-sm" variant={held > 0 ? 'default' : undefined} onClick={() => continueJob(id)}>
            {texts.continueRest(counts.waiting)}
          </Button>
        )}
        {counts.failed > 0 && (isOver || phase === 'stopped') && (
          <Button size="compact-sm" variant="default" onClick={() => retryItems(id, 'failed')}>
            {texts.retryFailed(counts.failed)}
          </Button>
        )}
        {counts.asleep > 0 && (isOver || phase === 'stopped') && (
          <Button size="compact-sm" variant="default" onClick={() => retryItems(id, 'asleep')}>
            {texts.retryAsleep(counts.asleep)}
          </Button>
        )}
        {over > 0 && (
          <>
            <Button size="compact-sm" variant="default" onClick={() => void saveOutcome(job, 'CSV')}>
              {texts.exportCsv}
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => void saveOutcome(job, 'JSON')}>
              {texts.exportJson}
            </Button>
          </>
        )}
        {(isOver || phase === 'stopped') && counts.sending === 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => dismissJob(id)}>
            {texts.dismiss(<span className="visually-hidden"> {spec.title}</span>)}
          </Button>
        )}
      </div>
      {spec.answered && <AnsweredView of={spec.answered} isOver={isOver || phase === 'stopped'} />}
      {counts.unknown > 0 && <Unknown job={job} />}
      <Items job={job} isOpen={pathname === spec.page} />
    </section>
  )
}

/** Changes that were cut off: read where a read can tell, sent again only on a confirmation of their own. */
function Unknown({ job: { id, spec, counts, phase, isChecking = false } }: { job: Job }) {
  const [isAsking, setAsking] = useState(false)
  const isOver = phase === 'ended' || phase === 'stopped'
  return (
    <>
      <Notice
        tone="amber"
        isSilent
        actions={
          isOver && (
            <>
              {spec.check && (
                <Button
                  size="compact-sm"
                  variant="default"
                  reason={isChecking ? texts.isChecking : undefined}
                  onClick={() => checkUnknown(id)}
                >
                  {texts.check(counts.unknown * (spec.checkPrice ?? 1))}
                </Button>
              )}
              <Button
                size="compact-sm"
                variant="default"
                reason={isChecking ? texts.isChecking : undefined}
                onClick={() => setAsking(true)}
              >
                {texts.sendAgain}
              </Button>
            </>
          )
        }
      >
        {texts.unknown(counts.unknown)}
      </Notice>
      {isAsking && (
        <Confirm
          isRemoval={false}
          title={texts.sendAgainTitle(counts.unknown)}
          verb={texts.sendAgainVerb(counts.unknown)}
          onConfirm={() => {
            setAsking(false)
            retryItems(id, 'unknown')
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{spec.check ? texts.checkFirst : texts.cannotCheck}</p>
        </Confirm>
      )}
    </>
  )
}

/** From the rate so far; said once there is one. */
function TimeLeft({ job, over }: { job: Job; over: number }) {
  const isRunning = job.phase === 'running' && !job.held // what is held has no end to be told
  const seconds = useNow(isRunning ? 1000 : undefined, (now) => {
    const elapsed = now - job.startedAt
    if (!isRunning || over === 0 || elapsed < 2000) return undefined
    return Math.round((((job.items.length - over) / over) * elapsed) / 1000)
  })
  if (seconds === undefined) return null
  return <span className="quiet number">{texts.secondsLeft(seconds)}</span>
}

function Countdown({ until }: { until: number }) {
  const seconds = useNow(500, (now) => Math.max(0, Math.ceil((until - now) / 1000)))
  return <p className="quiet">{texts.resumesIn(seconds)}</p>
}

const PAGE = 25

function Items({ job, isOpen }: { job: Job; isOpen: boolean }) {
  const [only, setOnly] = useState<ItemState>()
  const [page, setPage] = useState(0)
  const items = only ? job.items.filter(({ state }) => state === only) : job.items
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

const ItemRow = memo(function ItemRow({ item, spec: { Detail } }: { item: JobItem; spec: Job['spec'] }) {
  return (
    <tr>
      <th scope="row">
        <bdi>{item.label.slice(0, 200)}</bdi>
      </th>
      <td>
        <span className={styles.state} data-tone={tones[item.state]}>
          {texts.states[item.state]}
        </span>
        {item.tries > 1 && <span className="quiet"> {texts.nthTry(item.tries)}</span>}
      </td>
      <td className={styles.detail}>
        {item.detail}
        {Detail && <Detail item={item} />}
      </td>
    </tr>
  )
})
