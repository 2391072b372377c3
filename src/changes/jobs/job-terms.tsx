/** The terms of a job before it starts: until when it continues, when it starts, and how fast it runs. */
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { BATCH, type BegunJob, type JobOperation } from '../../api/team-jobs'
import { useConfig } from '../../core/config'
import { sessionQuery } from '../../core/session'
import { TextField } from '../../ui/field'
import { formatClock, ownZone } from '../../ui/format'
import { Segments } from '../../ui/segments'
import * as uiTexts from '../../ui/texts'
import { dateZoneOf, Time, useZone } from '../../ui/time'
import { isoOf, type JobPlan, shares } from './job-plan'
import styles from './job-terms.module.css'
import * as texts from './job-texts'

interface Props {
  operation: JobOperation
  /** Why it can't start. */
  why: string | undefined
  /** Undefined while it is requested. */
  preview: BegunJob | undefined
  plan: JobPlan
  /** True if a limit is configured, of which a share can be used. */
  hasLimit: boolean
  onChoose: (plan: JobPlan) => void
}

const starts = [
  ['now', texts.starts.now],
  ['at', texts.starts.at],
  ['hours', texts.starts.hours],
] as const

/** Its space is reserved while the preview is requested: no button moves below a click. */
export function JobTerms({ operation, why, preview, plan, hasLimit, onChoose }: Props) {
  if (why !== undefined)
    return (
      <div className={styles.terms}>
        <p role="status" className="quiet">
          {texts.cannotStart(why)}
        </p>
      </div>
    )
  const until = preview?.continuesUntil ?? null
  return (
    <div className={styles.terms}>
      <p className="quiet">{texts.continues}</p>
      <AddedToken />
      <MemoryStore operation={operation} />
      {until !== null && <Until plan={plan} until={until} signInDays={preview?.signInDays ?? null} />}
      <Start plan={plan} onChoose={onChoose} />
      {hasLimit && (
        <Line
          label={texts.share}
          value={plan.share}
          choices={shareChoices}
          onChoose={(share) => onChoose({ ...plan, share })}
        />
      )}
    </div>
  )
}

/** A token that was added in this browser ends with the cookie it is in. */
function AddedToken() {
  const { data: session } = useQuery(sessionQuery)
  const zone = dateZoneOf(useZone())
  if (!session?.version3) return null
  const { version3EndsAt } = session
  const time = version3EndsAt === undefined ? undefined : formatClock(Date.parse(version3EndsAt), zone)
  return <p>{texts.addedToken(time)}</p>
}

function MemoryStore({ operation }: Pick<Props, 'operation'>) {
  const { store, sandbox } = useConfig()
  const isChange = !operation.startsWith('GET ') && operation !== BATCH
  return store.kind === 'memory' && !sandbox && isChange ? <p>{texts.memoryStore}</p> : null
}

const shareChoices = shares.map((share) => [share, texts.percent(share)] as const)

/** A choice behind its name, which is read with the choice itself. */
function Line<Value extends string>(props: ComponentProps<typeof Segments<Value>>) {
  return (
    <div className={styles.line}>
      <span aria-hidden="true">{props.label}</span>
      <Segments {...props} />
    </div>
  )
}

interface UntilProps extends Pick<Props, 'plan'> {
  until: string
  /** For how many days a sign-in counts. */
  signInDays: number | null
}

function Until({ plan: { start, at }, until, signInDays }: UntilProps) {
  const isStartLater = start === 'at' && Date.parse(at) > Date.parse(until)
  return (
    <p className="quiet">
      {isStartLater ? texts.startsOnlyIf(signInDays) : texts.continuesUnless(<Time value={until} />, texts.you)}
    </p>
  )
}

function Start({ plan, onChoose }: Pick<Props, 'plan' | 'onChoose'>) {
  const zone = dateZoneOf(useZone())
  return (
    <>
      <Line
        label={texts.start}
        value={plan.start}
        choices={starts}
        onChoose={(start) => onChoose({ ...plan, start })}
      />
      {plan.start === 'at' && (
        <TextField
          type="datetime-local"
          label={uiTexts.inZone(texts.startAt, zone)}
          size="xs"
          max="9999-12-31T23:59"
          onChange={({ currentTarget }) => onChoose({ ...plan, at: isoOf(currentTarget.value, zone === 'utc') })}
        />
      )}
      {plan.start === 'hours' && (
        <>
          <div className={styles.line}>
            <TextField
              type="time"
              label={texts.from}
              size="xs"
              value={plan.from}
              onChange={({ currentTarget }) => onChoose({ ...plan, from: currentTarget.value })}
            />
            <TextField
              type="time"
              label={texts.to}
              size="xs"
              value={plan.to}
              onChange={({ currentTarget }) => onChoose({ ...plan, to: currentTarget.value })}
            />
          </div>
          <p className="quiet">{texts.eachDay(ownZone())}</p>
        </>
      )}
    </>
  )
}
