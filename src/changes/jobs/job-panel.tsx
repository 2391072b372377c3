/** The tray of jobs: a line for each while it runs; opened, how each item ended and what can be done about it. */
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { useFocusBack } from '../../ui/focus-back'
import { useFootRoom } from '../../ui/foot-room'
import { Notice } from '../../ui/notice'
import { useNow } from '../../ui/use-now'
import { AnsweredView } from './answered-view'
import { saveOutcome } from './job-file'
import { Items } from './job-items'
import { itemStates, type Job, useJobs } from './job-list'
import styles from './job-panel.module.css'
import * as texts from './job-panel-texts'
import { checkUnknown, continueJob, dismissJob, resumeJob, retryItems, stopJob } from './jobs'

export function JobPanel() {
  const jobs = useJobs()
  return jobs.length > 0 ? <Tray jobs={jobs} /> : null
}

function Tray({ jobs }: { jobs: readonly Job[] }) {
  const tray = useRef<HTMLElement>(null)
  useFootRoom('--tray', tray)
  return (
    <aside ref={tray} aria-label={texts.jobs} className={styles.panel}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </aside>
  )
}

const summary = ({ counts }: Job): string =>
  itemStates.flatMap((state) => (counts[state] ? texts.inState(counts[state], state) : [])).join(' · ')

function JobCard({ job }: { job: Job }) {
  const { id, spec, phase, items, counts, reason, held = 0, isChecking } = job
  const isOver = phase === 'ended'
  const isResting = isOver || phase === 'stopped'
  const [isOpen, setOpen] = useState(isResting)
  const [wasResting, setWasResting] = useState(isResting)
  const [isAsked, setAsked] = useState(false)
  const card = useRef<HTMLElement>(null)
  const body = useId()
  useFocusBack()
  useEffect(() => {
    // What was started elsewhere on the page is heard here.
    card.current?.focus({ preventScroll: true })
  }, [])
  if (isResting !== wasResting) {
    setWasResting(isResting)
    if (isResting) setOpen(true) // what came of it hides from nobody
  }
  const over = items.length - counts.waiting - counts.sending
  /** The button goes with what it did: the job keeps the focus. */
  const act = (run: () => void) => () => {
    run()
    card.current?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={card}
      id={`job-${id}`}
      tabIndex={-1}
      aria-label={spec.title}
      className={styles.job}
      data-open={isOpen || undefined}
    >
      <div className={styles.head}>
        <button
          type="button"
          className={styles.toggle}
          aria-label={texts.details(spec.title)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? body : undefined}
          onClick={() => {
            setOpen(!isOpen)
            setAsked(true)
          }}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <div className={styles.words}>
          <strong className={styles.title}>{spec.title}</strong>
          <div className={styles.line}>
            {!isOver && (
              <>
                <progress value={over} max={items.length} aria-label={texts.progress(spec.title)} />
                <span className="number">{texts.reached(over, items.length)}</span>
              </>
            )}
            {/* Said when it turns, not with every item; while it runs, its progress is what is seen. */}
            <p role="status" className={phase === 'running' && held === 0 ? 'visually-hidden' : styles.phase}>
              {phase === 'ended' && texts.ended(summary(job))}
              {phase === 'stopped' && texts.stopped(reason)}
              {phase === 'running' && (held > 0 ? texts.retrying(held) : texts.running)}
              {phase === 'paused' && texts.paused}
            </p>
            {phase === 'paused' && <Countdown until={job.pausedUntil ?? 0} />}
            {phase === 'running' && counts.failed > 0 && (
              <span className={styles.state} data-tone="danger">
                {texts.inState(counts.failed, 'failed')}
              </span>
            )}
            <TimeLeft job={job} over={over} />
          </div>
        </div>
        {(phase === 'running' || phase === 'paused' || isChecking) && (
          <Button size="compact-sm" variant="default" onClick={act(() => stopJob(id))}>
            {texts.stop}
          </Button>
        )}
      </div>
      {isOpen && (
        <div id={body} className={styles.body}>
          <Body job={job} over={over} isResting={isResting} act={act} isAsked={isAsked} />
        </div>
      )}
    </section>
  )
}

interface BodyProps {
  job: Job
  /** How many have ended. */
  over: number
  isResting: boolean
  act: (run: () => void) => () => void
  /** True where the operator has opened or closed it. */
  isAsked: boolean
}

function Body({ job, over, isResting, act, isAsked }: BodyProps) {
  const { id, spec, phase, counts, held = 0 } = job
  return (
    <>
      {phase !== 'ended' && <p className="quiet">{summary(job)}</p>}
      {over > 0 && spec.sum && <p>{spec.sum()}</p>}
      <div className={styles.buttons}>
        {phase === 'paused' && (
          <Button size="compact-sm" onClick={act(() => resumeJob(id))}>
            {texts.continueNow}
          </Button>
        )}
        {(phase === 'stopped' || held > 0) && (
          <Button size="compact-sm" variant={held > 0 ? 'default' : undefined} onClick={act(() => continueJob(id))}>
            {texts.continueRest(counts.waiting)}
          </Button>
        )}
        {isResting && counts.failed > 0 && (
          <Button size="compact-sm" variant="default" onClick={act(() => retryItems(id, 'failed'))}>
            {texts.retryFailed(counts.failed)}
          </Button>
        )}
        {isResting && counts.asleep > 0 && (
          <Button size="compact-sm" variant="default" onClick={act(() => retryItems(id, 'asleep'))}>
            {texts.retryAsleep(counts.asleep)}
          </Button>
        )}
        {over > 0 && (
          <span className={styles.files}>
            <span className="quiet" aria-hidden>
              {texts.exportWord}
            </span>
            {(['CSV', 'JSON'] as const).map((kind) => (
              <Button key={kind} size="compact-sm" variant="default" onClick={() => void saveOutcome(job, kind)}>
                {texts.exportAs(kind)}
              </Button>
            ))}
          </span>
        )}
        {isResting && counts.sending === 0 && (
          <Button size="compact-sm" variant="subtle" onClick={() => dismissJob(id)}>
            {texts.dismiss(<span className="visually-hidden"> {spec.title}</span>)}
          </Button>
        )}
      </div>
      {spec.answered && <AnsweredView of={spec.answered} isOver={isResting} />}
      {counts.unknown > 0 && <Unknown job={job} />}
      <Items job={job} isOpen={isAsked || counts.failed + counts.unknown + counts.asleep > 0} />
    </>
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
  return <span className="quiet">{texts.resumesIn(seconds)}</span>
}
