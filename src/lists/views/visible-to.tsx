/** Who sees a view that is saved: a choice where there is a team's store, and why there is none else. */
import { useId } from 'react'
import { ApiError, saidBy } from '../../api/errors'
import { useOperator } from '../../core/operator'
import { useSharingRefusal } from './team-views'
import type { TeamViewsState } from './team-views-state'
import * as texts from './texts'
import styles from './views.module.css'

/** Where a view is kept: this browser, the team's store for its owner alone, or for everybody. */
export type Scope = 'browser' | 'own' | 'shared'

/** What can be chosen, the first by itself; nothing but the browser where there is no store, or it is away. */
export function useScopes(team: TeamViewsState | undefined): readonly (readonly [Scope, string])[] {
  const { signIn } = useOperator()
  if (team?.phase !== 'there') return [['browser', texts.thisBrowser]]
  return signIn === 'none'
    ? [
        ['browser', texts.thisBrowser],
        ['shared', texts.everyoneHere],
      ]
    : [
        ['own', texts.onlyMe],
        ['shared', texts.everyone],
      ]
}

interface Props {
  team: TeamViewsState
  scopes: ReturnType<typeof useScopes>
  value: Scope
  onChoose: (scope: Scope) => void
}

export function VisibleTo({ team, scopes, value, onChoose }: Props) {
  const { signIn } = useOperator()
  const name = useId()
  const refusal = useSharingRefusal()
  if (team.phase === 'unknown') return <p className="quiet">{texts.loading}</p>
  if (team.phase === 'away') {
    const isOther = team.error instanceof ApiError && saidBy(team.error).code === 'NOT_TEAM_ACCOUNT'
    return <p className="quiet">{isOther ? texts.otherAccount : texts.storeAway}</p>
  }
  return (
    <fieldset className={styles.scopes}>
      <legend>{texts.visibleTo}</legend>
      {scopes.map(([scope, label]) => (
        <label key={scope}>
          <input
            type="radio"
            name={name}
            checked={scope === value}
            disabled={scope === 'shared' && refusal !== undefined}
            onChange={() => onChoose(scope)}
          />
          {label}
        </label>
      ))}
      {refusal && <p className="quiet">{refusal}</p>}
      {value === 'shared' && signIn === 'none' && <p className="quiet">{texts.nobodySignsIn}</p>}
    </fieldset>
  )
}
