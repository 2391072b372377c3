/** The views of the team's store in the settings: one's own are shared and deleted, this browser's are taken along. */
import { useState } from 'react'
import { ApiError, saidBy } from '../../api/errors'
import type { TeamView } from '../../api/team-views'
import { useOperator } from '../../core/operator'
import { moveViews, removeTeamView, saveTeamView } from '../../lists/views/team-view-requests'
import { useSharingRefusal, useTeamViews } from '../../lists/views/team-views'
import type { TeamViewsState } from '../../lists/views/team-views-state'
import { useViews } from '../../lists/views/views'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { forget } from '../settings/texts'
import * as texts from './texts'
import { ViewCells, ViewTable } from './view-table'

/** One at a time. @returns what runs a change, whether one is under way, and what became of the last */
function useChange() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const run = async (change: () => Promise<void>) => {
    setBusy(true)
    setError(undefined)
    try {
      await change()
    } catch (failed) {
      setError(failed instanceof Error ? failed.message : String(failed))
    } finally {
      setBusy(false)
    }
  }
  return { run: (change: () => Promise<void>) => void run(change), isBusy, error }
}

/** True where nobody signs in. */
const useIsOpen = () => useOperator().signIn === 'none'

export function TeamSavedViews() {
  const team = useTeamViews()
  const isOpen = useIsOpen()
  const { views = [] } = team ?? {}
  const own = views.filter((view) => view.isOwn)
  return (
    <>
      {team && <TeamNote team={team} />}
      <ViewTable headers={texts.columns} visibleTo={texts.thisBrowser} more={own}>
        {views.length > 0 && views.map((view) => <TeamRow key={view.id} view={view} isOpen={isOpen} />)}
      </ViewTable>
    </>
  )
}

function TeamRow({ view, isOpen }: { view: TeamView; isOpen: boolean }) {
  const { id, name, address, isShared, isOwn, owner } = view
  const refusal = useSharingRefusal()
  const { run, isBusy, error } = useChange()
  const seenBy = isShared ? texts.everyone(isOpen) : texts.onlyYou
  return (
    <tr>
      <ViewCells name={name} address={address} />
      <td>
        {seenBy}{' '}
        {!isOwn && owner !== null && (
          <bdi translate="no" className="quiet">
            {texts.by(owner)}
          </bdi>
        )}
      </td>
      <td>
        {isOwn && (
          <div className="row">
            {/* Where nobody signs in there is nobody whose own it could be. */}
            {!isOpen && (
              <Button
                size="compact-xs"
                variant="default"
                reason={isShared ? undefined : refusal}
                loading={isBusy}
                onClick={() => run(() => saveTeamView({ name, address, isShared: !isShared }))}
              >
                {isShared ? texts.stopSharing(name) : texts.share(name)}
              </Button>
            )}
            <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => run(() => removeTeamView(id))}>
              {forget(name)}
            </Button>
          </div>
        )}
        {error && <p role="alert">{error}</p>}
      </td>
    </tr>
  )
}

/** Why the team's are not there, and what of this browser could be among them. */
function TeamNote({ team }: { team: TeamViewsState }) {
  const count = useViews().length
  const isOpen = useIsOpen()
  const { run, isBusy, error } = useChange()
  const [stayed, setStayed] = useState(0)
  const { phase, views } = team
  if (phase === 'unknown') return null
  if (phase === 'away') {
    const isOther = team.error instanceof ApiError && saidBy(team.error).code === 'NOT_TEAM_ACCOUNT'
    return <Notice tone="amber">{isOther ? texts.viewsOfOther : texts.viewsAway}</Notice>
  }
  return (
    <>
      {isOpen && views.length > 0 && <p className="quiet">{texts.sharedByAll}</p>}
      {count > 0 && (
        <div className="row">
          <span>{texts.onlyHere(count, isOpen)}</span>
          <Button
            size="compact-sm"
            variant="default"
            loading={isBusy}
            onClick={() => run(async () => setStayed(await moveViews(isOpen)))}
          >
            {texts.move(count)}
          </Button>
        </div>
      )}
      <p role="status">{stayed > 0 && count > 0 && texts.notMoved(stayed)}</p>
      {error && <p role="alert">{error}</p>}
    </>
  )
}
