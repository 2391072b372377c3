/** The question before a sign-out that would pause jobs: pause them, or let them run up to their bound. */
import type { SignOutFacts } from '../api/config'
import { Button } from '../ui/button'
import { Confirm } from '../ui/confirm'
import { dateZoneOf, useInstant, useZone } from '../ui/time'
import * as texts from './sign-out-texts'

interface Props extends SignOutFacts {
  onPause: () => void
  onContinue: () => void
  onCancel: () => void
}

export function SignOutQuestion({ jobs, until, onPause, onContinue, onCancel }: Props) {
  const day = useInstant(until === null ? undefined : Date.parse(until), dateZoneOf(useZone()), { isDay: true })
  return (
    <Confirm
      title={texts.question}
      verb={texts.signOutAndPause(jobs)}
      isRemoval={false}
      onConfirm={onPause}
      onCancel={onCancel}
      alternative={
        until !== null && (
          <Button variant="default" onClick={({ detail }) => detail < 2 && onContinue()}>
            {texts.letRun(jobs, day)}
          </Button>
        )
      }
    >
      <p>{texts.consequence(jobs, day)}</p>
      <p className="quiet">{texts.afterwards(jobs)}</p>
    </Confirm>
  )
}
