/**
 * The confirmation of a removal of many where the server can run it, too: where, when, and what is already queued there.
 * In this tab it runs as it does without that choice.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Host } from '../../api/endpoint'
import type { BegunJob, RemovalOperation } from '../../api/team-jobs'
import { whileAccount } from '../../core/account'
import { Failure } from '../../requests/failure'
import { minutesFor, useBucket } from '../../requests/rate-bucket'
import { Confirm } from '../../ui/confirm'
import { cut, ownZone } from '../../ui/format'
import { useNow } from '../../ui/use-now'
import { ConfirmMany } from '../confirm-many'
import type { Removable } from '../define-removal'
import { begun } from './begun'
import { beginJob, canBegin, JOBS_KEY, newKey } from './job-requests'
import { RunChoice } from './run-choice'
import { missingOf, nothingChosen, placeOf, whenOf } from './run-plan'
import * as texts from './server-jobs-texts'

interface Props {
  of: Pick<Removable, 'deselect' | 'stale'>
  operation: RemovalOperation
  host: Host
  ids: readonly string[]
  title: string
  verb: string
  /** What goes, and how it goes in this tab. */
  consequences: ReactNode
  course: ReactNode
  /** Starts it in this tab. */
  onTab: () => void
  onClose: () => void
}

/** How often it is seen whether a start has passed meanwhile. */
const STEP_MS = 5_000

export function ConfirmPlace({ of, operation, host, ids, title, verb, consequences, course, onTab, onClose }: Props) {
  const client = useQueryClient()
  const { data, error } = useQuery(canBegin(operation, ids[0] ?? ''))
  const can = data ? true : (error ?? undefined)
  const bucket = useBucket(host)
  const [plan, setPlan] = useState(nothingChosen)
  const [asked, setAsked] = useState<'busy' | { error: unknown }>()
  const [queued, setQueued] = useState<BegunJob['queued']>()
  const place = placeOf(plan, can === true, bucket && minutesFor(bucket, ids.length))
  const missing = useNow(STEP_MS, (now) => missingOf(plan, now))
  const isServer = place === 'server'
  const wait = !isServer
    ? undefined
    : asked === 'busy'
      ? texts.starting
      : missing && { at: texts.noStart, hours: texts.noHours }[missing]

  const begin = async (isWithoutQueued: boolean) => {
    if (asked === 'busy') return
    const isCurrent = whileAccount()
    setAsked('busy')
    try {
      const when = whenOf(plan, ownZone())
      const answer = await beginJob({ key: newKey(), operation, targets: [...ids], ...when, isWithoutQueued })
      if (!isCurrent()) return
      void client.invalidateQueries({ queryKey: JOBS_KEY })
      const { job } = answer
      if (!job) {
        setAsked(undefined)
        setQueued(answer.queued)
        return
      }
      begun.set((old) => [
        ...old.filter(({ id }) => id !== job.id),
        { id: job.id, operation, ids: new Set(ids), stale: of.stale },
      ])
      of.deselect(ids)
      onClose()
    } catch (thrown) {
      if (isCurrent()) setAsked({ error: thrown })
    }
  }

  const failed = typeof asked === 'object' && <Failure error={asked.error} what={texts.couldNotStart} />
  if (queued)
    return (
      <AlreadyQueued
        {...{ operation, queued, onClose }}
        count={ids.length}
        isBusy={asked === 'busy'}
        onLeaveOut={() => void begin(true)}
      >
        {failed}
      </AlreadyQueued>
    )
  return (
    <ConfirmMany
      isRemoval
      host={host}
      count={ids.length}
      title={title}
      verb={verb}
      wait={wait}
      onConfirm={() => (isServer ? void begin(false) : onTab())}
      onCancel={onClose}
    >
      <p>{consequences}</p>
      {!isServer && <p>{course}</p>}
      <RunChoice can={can} count={ids.length} plan={plan} place={place} onChoose={setPlan} />
      {failed}
    </ConfirmMany>
  )
}

interface QueuedProps {
  operation: RemovalOperation
  queued: BegunJob['queued']
  count: number
  isBusy: boolean
  onLeaveOut: () => void
  onClose: () => void
  children: ReactNode
}

/** At once; the list of jobs has all. */
const MOST = 5
const MOST_NAME = 80

/** What other jobs are to send already is never sent twice: it is left out, or nothing is begun. */
function AlreadyQueued({ operation, queued, count, isBusy, onLeaveOut, onClose, children }: QueuedProps) {
  const noun = texts.nounOf(operation)
  const all = queued.reduce((sum, one) => sum + one.count, 0)
  const others = Math.max(0, count - all)
  const wait = others === 0 ? texts.noneLeft : isBusy ? texts.starting : undefined
  return (
    <Confirm
      title={texts.queuedTitle(all, noun)}
      verb={texts.leaveOut}
      wait={wait}
      onConfirm={onLeaveOut}
      onCancel={onClose}
    >
      {queued.slice(0, MOST).map((one) => (
        <p key={one.job}>
          {texts.queuedIn(
            one.count,
            <Link to="/jobs/$jobId" params={{ jobId: String(one.job) }}>
              {texts.jobLink(one.job)}
            </Link>,
            one.begunBy && <bdi>{cut(one.begunBy, MOST_NAME)}</bdi>,
          )}
        </p>
      ))}
      <p>
        {texts.nothingStarted} {others > 0 ? texts.leftOut(others, noun) : texts.noneLeft}
      </p>
      {children}
    </Confirm>
  )
}
