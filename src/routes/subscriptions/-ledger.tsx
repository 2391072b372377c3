/** The ledger as a table: what this browser asked for, saw and removed, and how far it knows. */
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { call } from '../../api/client'
import { explain, isNotFound } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { useMovedAt } from '../../tools/list'
import { tiedBy } from '../../tools/subscriptions/extension'
import {
  clearLedger,
  type Entry,
  inOrder,
  type LedgerState,
  ledgerStates,
  note,
  stateOf,
  useLedger,
} from '../../tools/subscriptions/ledger'
import { toCsv, toJson } from '../../tools/table-text'
import { Confirm } from '../../ui/confirm-later'
import { saveFile } from '../../ui/download'
import { Hint } from '../../ui/hint'
import { CopyButton, IdText } from '../../ui/id'
import { PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import { UserLink, VehicleLink, WebhookLink } from './-links'
import { RemoveSubscription } from './-remove'
import * as shared from './-shared-texts'
import * as texts from './-texts'
import styles from './subscriptions.module.css'

/** Rows that are drawn at a time. */
const SHOWN = 50

/** @param name the table's name: that of the page, where the service has no list of its own */
export function LedgerTable({ name }: { name: string }) {
  const ledger = useLedger()
  const now = useNow()
  const [only, setOnly] = useState<LedgerState>()
  const [most, setMost] = useState(SHOWN)
  const all = inOrder(ledger)
  const entries = only ? all.filter((entry) => stateOf(entry, now) === only) : all
  const shown = entries.slice(0, most)
  const movedAt = useMovedAt(shown.map(rowKey), `${only} ${most}`)
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
            <Export entries={entries} now={now} />
            <Clear count={all.length} />
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
                <Row key={rowKey(entry)} entry={entry} now={now} movedAt={movedAt} />
              ))}
            </tbody>
          </PlainTable>
          {entries.length > most && (
            <div>
              <Button size="compact-sm" variant="default" onClick={() => setMost(most + SHOWN)}>
                {texts.showMore(entries.length)}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

const rowKey = ({ subscriptionId, webhookId, userId, vehicleId }: Entry): string =>
  JSON.stringify([subscriptionId, webhookId, userId, vehicleId])

/** States age by themselves. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface RowProps {
  entry: Entry
  now: number
  movedAt: RefObject<number>
}

function Row({ entry, now, movedAt }: RowProps) {
  const { subscriptionId, webhookId, userId, vehicleId, at } = entry
  const state = stateOf(entry, now)
  return (
    <tr>
      <th scope="row">
        {subscriptionId === undefined ? (
          <AddId entry={entry} />
        ) : (
          <>
            <Link to="/subscriptions/$subscriptionId" params={{ subscriptionId }} preload={false}>
              <IdText id={subscriptionId} />
            </Link>
            <CopyButton text={subscriptionId} what={shared.subscriptionId} />
          </>
        )}
      </th>
      <td>
        <span className={styles.state} data-state={state} title={texts.stateMeans[state]}>
          {texts.states[state]}
        </span>
      </td>
      <td>
        <WebhookLink id={webhookId} />
      </td>
      <td>
        <UserLink id={userId} />
      </td>
      <td>
        <VehicleLink id={vehicleId} />
      </td>
      <td>
        <Time value={at} />
      </td>
      <td>
        {subscriptionId !== undefined && state === 'present' && (
          <RemoveSubscription subscriptionId={subscriptionId} movedAt={movedAt} />
        )}
      </td>
    </tr>
  )
}

/** The id becomes known elsewhere: a read tells whether it is the subscription of these three. */
function AddId({ entry }: { entry: Entry }) {
  const [id, setId] = useState('')
  const [said, setSaid] = useState('')
  const look = async () => {
    const subscriptionId = id.trim()
    if (subscriptionId === '') return
    setSaid(texts.reading)
    try {
      const { value } = await call(subscriptions.read, { path: { subscriptionId } })
      const tied = value.data ? tiedBy(value.data) : {}
      const isIt = (['webhookId', 'userId', 'vehicleId'] as const).every((name) => tied[name] === entry[name])
      if (isIt) note({ ...tied, subscriptionId, state: 'present' })
      else setSaid(texts.otherThree)
    } catch (error) {
      setSaid(isNotFound(error) ? texts.noSuchId : explain(error).title)
    }
  }
  return (
    <details>
      <summary>{texts.states['id unknown']}</summary>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <TextInput
          label={texts.addId}
          size="xs"
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          {texts.addIdVerb}
        </Button>
      </form>
      <p role="status">{said}</p>
    </details>
  )
}

function Export({ entries, now }: { entries: readonly Entry[]; now: number }) {
  const save = async (kind: 'CSV' | 'JSON') => {
    const records = entries.map(({ since: _, ...entry }) => ({
      ...entry,
      state: stateOf(entry, now),
      at: new Date(entry.at).toISOString(),
    }))
    const facts = { ledger: texts.fileTitle, written: new Date().toISOString() }
    const isCsv = kind === 'CSV'
    saveFile(
      `subscriptions.${kind.toLowerCase()}`,
      isCsv ? 'text/csv' : 'application/json',
      await (isCsv ? toCsv(records, facts) : toJson(records, facts)),
    )
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => void save('CSV')}>
        {texts.exportCsv}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void save('JSON')}>
        {texts.exportJson}
      </Button>
    </>
  )
}

function Clear({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {texts.clear}
      </Button>
      {isAsking && (
        <Confirm
          title={texts.clearTitle}
          verb={texts.clearVerb(count)}
          onConfirm={() => {
            setAsking(false)
            clearLedger()
          }}
          onCancel={() => setAsking(false)}
        >
          <p>{texts.clearMeans}</p>
        </Confirm>
      )}
    </>
  )
}
