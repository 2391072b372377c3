/** Where, when and how fast a job runs: in this tab, or on the server, which continues without it. */
import type { ComponentProps } from 'react'
import { MOST_TARGETS } from '../../api/team-jobs'
import { TextField } from '../../ui/field'
import { ownZone } from '../../ui/format'
import { Segments } from '../../ui/segments'
import * as uiTexts from '../../ui/texts'
import { dateZoneOf, Time, useZone } from '../../ui/time'
import { isoOf, type JobPlan, shares } from './job-plan'
import styles from './job-terms.module.css'
import * as texts from './job-texts'
import { whyNot } from './why-not'

interface Props {
  /** Whether the server can run it: undefined while that is asked, an error where it can't. */
  can: true | Error | undefined
  count: number
  plan: JobPlan
  /** True where a limit is configured, of which a share can be used. */
  hasLimit: boolean
  /** Where it runs as things are. */
  place: 'tab' | 'server'
  /** Until when it continues on the server without another sign-in; null if it depends on none. */
  until: string | null
  /** For how many days a sign-in counts. */
  signInDays: number | null
  onChoose: (plan: JobPlan) => void
}

const places = [
  ['tab', texts.thisTab],
  ['server', texts.theServer],
] as const
const starts = [
  ['now', texts.starts.now],
  ['at', texts.starts.at],
  ['hours', texts.starts.hours],
] as const

/** Its room is kept while the server is asked: no button moves below a click. */
export function JobTerms({ can, count, plan, hasLimit, place, until, signInDays, onChoose }: Props) {
  const why = count > MOST_TARGETS ? texts.tooMany(MOST_TARGETS) : can instanceof Error ? whyNot(can) : undefined
  return (
    <div className={styles.choice}>
      {why !== undefined ? (
        <p className="quiet">{texts.onlyTab(why)}</p>
      ) : can ? (
        <>
          <Line
            label={texts.runIn}
            value={place}
            choices={places}
            onChoose={(chosen) => onChoose({ ...plan, place: chosen })}
          />
          <p className="quiet">{place === 'server' ? texts.meansServer : texts.meansTab}</p>
          {place === 'server' && until !== null && <Until {...{ plan, until, signInDays }} />}
          {place === 'server' && <Start plan={plan} onChoose={onChoose} />}
          {place === 'server' && hasLimit && (
            <Line
              label={texts.share}
              value={plan.share}
              choices={shareChoices}
              onChoose={(share) => onChoose({ ...plan, share })}
            />
          )}
        </>
      ) : (
        <p className="quiet">{texts.checking}</p>
      )}
    </div>
  )
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

function Until({ plan: { start, at }, until, signInDays }: Pick<Props, 'plan' | 'signInDays'> & { until: string }) {
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
