/** The ledger as a table: what this browser asked for, saw and removed, and how far it knows. */

import { useEffect, useState } from 'react'
import { useMovedAt } from '../../lists/list'
import { Button } from '../../ui/button'
import { useIsTaken } from '../../ui/first-draw'
import { Hint } from '../../ui/hint'
import { later } from '../../ui/later'
import { PlainRow, PlainTable } from '../../ui/plain-table'
import { useNow } from '../../ui/use-now'
import { inOrder, type LedgerState, ledgerStates, stateOf, useLedger } from './ledger'
import { MOST_ENTRIES } from './ledger-changes'
import { keyOf } from './subscription-key'
import { cellsOf } from './history-row'
import * as shared from './shared-texts'
import * as texts from './texts'

/** How often it is looked whether a state has aged, in ms. */
const AGES_MS = 5000
const Elsewhere = later(() => import('./ledger-elsewhere-notice').then((module) => module.Elsewhere))
const LedgerTools = later(() => import('./ledger-tools').then((module) => module.LedgerTools))

/** Rows that are drawn at a time. */
const SHOWN = 50

/** @param name the table's name: that of the page, where the service has no list of its own */
export function LedgerTable({ name }: { name: string }) {
  const ledger = useLedger()
  // Before the first is created: a file that fails to come while a change is under way fails for every later part, too.
  useEffect(() => void LedgerTools.fetch(), [])
  const now = useNow(AGES_MS, (at) => at - (at % AGES_MS)) // states age by themselves
  const [only, setOnly] = useState<LedgerState>()
  const [most, setMost] = useState(SHOWN)
  const all = inOrder(ledger)
  const entries = only ? all.filter((entry) => stateOf(entry, now) === only) : all
  const shown = entries.slice(0, most)
  const isTaken = useIsTaken() // only then is what this browser keeps drawn
  const movedAt = useMovedAt(isTaken ? shown.map(keyOf) : undefined, `${only} ${most}`)
  return (
    <section className="stack" aria-labelledby="ledger">
      <h2 id="ledger">{texts.known(all.length)}</h2>
      <p className="quiet">
        {texts.knownMeans} <Hint about={texts.hintAbout}>{texts.hint}</Hint>
      </p>
      {all.length === 0 ? (
        <p>{texts.nothing}</p>
      ) : (
        <>
          <div className="row">
            <label>
              {texts.stateColumn}{' '}
              <select
                value={only ?? ''}
                onChange={({ currentTarget }) => setOnly(ledgerStates.find((state) => state === currentTarget.value))}
              >
                <option value="">{texts.anyState}</option>
                {ledgerStates.map((state) => (
                  <option key={state} value={state}>
                    {texts.states[state]}
                  </option>
                ))}
              </select>
            </label>
            <LedgerTools entries={entries} now={now} count={all.length} />
          </div>
          <PlainTable
            name={name}
            headers={[
              texts.subscriptionColumn,
              texts.stateColumn,
              shared.webhook,
              shared.user,
              shared.vehicle,
              texts.learntColumn,
              texts.actionsColumn,
            ]}
          >
            <tbody>
              {shown.map((entry) => (
                <PlainRow key={keyOf(entry)} cells={cellsOf(entry, now, movedAt)} />
              ))}
            </tbody>
          </PlainTable>
          {all.length >= MOST_ENTRIES && <p className="quiet">{texts.mostKept(MOST_ENTRIES)}</p>}
          {entries.length > most && (
            <div>
              <Button size="compact-sm" variant="default" onClick={() => setMost(most + SHOWN)}>
                {texts.showMore(entries.length)}
              </Button>
            </div>
          )}
        </>
      )}
      <Elsewhere />
    </section>
  )
}
