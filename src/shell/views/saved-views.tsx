/** The saved views: this browser's, and where there is a team's store those in it. */
import { useConfig } from '../../core/config'
import { later } from '../../ui/later'
import * as texts from '../settings/texts'
import { ViewTable } from './view-table'

const TeamSavedViews = later(() => import('./team-saved-views').then((module) => module.TeamSavedViews))

export function SavedViews() {
  const { hasTeam } = useConfig()
  return (
    <>
      <p className="quiet">{texts.aboutViews}</p>
      {hasTeam ? <TeamSavedViews /> : <ViewTable />}
    </>
  )
}
