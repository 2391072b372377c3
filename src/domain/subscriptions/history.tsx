/** The history of subscriptions: the team's where the server keeps one, else this browser's. */
import { useConfig } from '../../core/config'
import { later } from '../../ui/later'
import { cellsOf } from './history-row'
import { LedgerTable } from './ledger-table'

const TeamTable = later(() => import('./history-table').then((module) => module.TeamTable))

/** @param name the table's name: that of the page, where the service has no list of its own */
export function History({ name }: { name: string }) {
  const own = <LedgerTable name={name} />
  // Handed over: what the page and its later part both load is one more file of a first load.
  return useConfig().hasTeam ? <TeamTable name={name} own={own} cellsOf={cellsOf} /> : own
}
