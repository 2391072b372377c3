/**
 * What the pages of users and vehicles draw of the team's directory: it is handed to them by the code that asks for it,
 * of which nothing is part of a first load.
 */
import { useState } from 'react'
import { useConfig } from '../../core/config'
import { pageOf } from '../../lists/own-pages'
import { later } from '../../ui/later'
import type { TeamListName, TeamSourceProps, TeamView } from './team-parts'

/** Draws nothing itself: it asks, and says what there is to see. */
const TeamSource = later<TeamSourceProps>(() => import('./team-source').then((module) => module.TeamSource))

/** @returns what there is to see of it, and what has to be drawn somewhere on the page */
export function useTeamView<L extends TeamListName>(
  asked: Omit<TeamSourceProps, 'list' | 'page' | 'onView'> & { list: L },
) {
  const { hasTeam } = useConfig()
  const [view, setView] = useState<TeamView<L>>()
  const onView = setView as TeamSourceProps['onView'] // of the list that is asked for
  const isOn = hasTeam && view?.isOn !== false
  return {
    /** Also while nothing is known yet. */
    isOn,
    view,
    /** Once its rows are what the list shows. */
    team: isOn ? view : undefined,
    source: hasTeam && <TeamSource {...asked} page={pageOf(asked.search)} onView={onView} />,
  }
}
