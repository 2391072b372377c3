/** The ledger as a table: what this browser asked for, saw and removed, and how far it knows. */
import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/client'
import { explain, isNotFound } from '../../api/errors'
import { subscriptions } from '../../api/subscriptions'
import { tiedBy } from '../../tools/subscriptions/extension'
import {
  clearLedger,
  type Entry,
  type LedgerState,
  ledgerStates,
  note,
  stateOf,
  useLedger,
} from '../../tools/subscriptions/ledger'
import { toCsv, toJson } from '../../tools/table-text'
import { Confirm } from '../../ui/confirm'
import { saveFile } from '../../ui/download'
import { formatCount, plural } from '../../ui/format'
import { Hint } from '../../ui/hint'
import { CopyButton, IdText } from '../../ui/id'
import { PlainTable } from '../../ui/plain-table'
import { Time } from '../../ui/time'
import { UserLink, VehicleLink, WebhookLink } from './-links'
import { RemoveSubscription } from './-remove'
import styles from './subscriptions.module.css'

const explanations: Record<LedgerState, string> = {
  accepted: 'The service has accepted the creation a moment ago; it is in progress.',
  'id unknown': 'It was accepted, and the answer had no id: it can be read once its id is known.',
  present: 'A read or the service’s list has shown it.',
  'not found': 'A read answered 404.',
  removed: 'It was removed from this browser.',
}

/** Rows that are drawn at a time. */
const SHOWN = 50

/** @param name the table's name: that of the page, where the service has no list of its own */
export function LedgerTable({ name }: { name: string }) {
  const ledger = useLedger()
  const now = useNow()
  const [only, setOnly] = useState<LedgerState>()
  const [most, setMost] = useState(SHOWN)
  const all = [...ledger.values()].sort((a, b) => b.at - a.at)
  const entries = only ? all.filter((entry) => stateOf(entry, now) === only) : all
  return (
    <section className="stack" aria-labelledby="ledger">
      <h2 id="ledger">Known to this browser {all.length > 0 && formatCount(all.length)}</h2>
      <p className="quiet">
        What was created, seen and removed here: ids only, kept in this browser for this service. What others did, or
        other browsers, is not among it.{' '}
        <Hint about="this ledger">
          The answer to a creation has no id, and the interface lists no subscriptions: nobody can ask what exists. This
          ledger is what this browser has learnt. “Id unknown” is a subscription that was accepted and can be read once
          somebody enters its id under “Find a subscription”; the receiver of the webhook, or the service’s own
          dashboard, can tell it.
        </Hint>
      </p>
      {all.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <>
          <div className="row">
            <label>
              State{' '}
              <select
                value={only ?? ''}
                onChange={({ currentTarget }) => setOnly(ledgerStates.find((state) => state === currentTarget.value))}
              >
                <option value="">any</option>
                {ledgerStates.map((state) => (
                  <option key={state} value={state}>
                    {state}
                  </option>
                ))}
              </select>
            </label>
            <Export entries={entries} now={now} />
            <Clear count={all.length} />
          </div>
          <PlainTable
            name={name}
            headers={['Subscription', 'State', 'Webhook', 'User', 'Vehicle', 'Last learnt', 'Actions']}
          >
            <tbody>
              {entries.slice(0, most).map((entry) => (
                <Row
                  key={JSON.stringify([entry.subscriptionId, entry.webhookId, entry.userId, entry.vehicleId])}
                  entry={entry}
                  now={now}
                />
              ))}
            </tbody>
          </PlainTable>
          {entries.length > most && (
            <div>
              <Button size="compact-sm" variant="default" onClick={() => setMost(most + SHOWN)}>
                Show more of {formatCount(entries.length)}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** States age by themselves. */
function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Row({ entry, now }: { entry: Entry; now: number }) {
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
            <CopyButton text={subscriptionId} what="subscription ID" />
          </>
        )}
      </th>
      <td>
        <span className={styles.state} data-state={state} title={explanations[state]}>
          {state}
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
        {subscriptionId !== undefined && state === 'present' && <RemoveSubscription subscriptionId={subscriptionId} />}
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
    setSaid('Reading…')
    try {
      const { value } = await call(subscriptions.read, { path: { subscriptionId } })
      const tied = value.data ? tiedBy(value.data) : {}
      const isIt = (['webhookId', 'userId', 'vehicleId'] as const).every((name) => tied[name] === entry[name])
      if (isIt) note({ ...tied, subscriptionId, state: 'present' })
      else setSaid('That subscription ties others together.')
    } catch (error) {
      setSaid(isNotFound(error) ? 'There is no subscription with this id.' : explain(error).title)
    }
  }
  return (
    <details>
      <summary>id unknown</summary>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void look()
        }}
      >
        <TextInput
          label="Its id, if you know it"
          size="xs"
          value={id}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setId(event.currentTarget.value)}
        />
        <Button type="submit" size="xs" variant="default">
          Look
        </Button>
      </form>
      <p role="status">{said}</p>
    </details>
  )
}

function Export({ entries, now }: { entries: readonly Entry[]; now: number }) {
  const save = async (kind: 'CSV' | 'JSON') => {
    const records = entries.map((entry) => ({
      ...entry,
      state: stateOf(entry, now),
      at: new Date(entry.at).toISOString(),
    }))
    const facts = { ledger: 'subscriptions known to one browser', written: new Date().toISOString() }
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
        Export CSV
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void save('JSON')}>
        Export JSON
      </Button>
    </>
  )
}

function Clear({ count }: { count: number }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        Clear
      </Button>
      {isAsking && (
        <Confirm
          title="Forget what this browser knows?"
          verb={`Forget ${plural(count, 'subscription')}`}
          onConfirm={() => {
            setAsking(false)
            clearLedger()
          }}
          onCancel={() => setAsking(false)}
        >
          <p>
            The subscriptions themselves stay. The interface has no list of them: an id that is only here cannot be
            found again.
          </p>
        </Confirm>
      )}
    </>
  )
}
