/** The changes made in this tab: searched, listed, and saved as a file. */

import { type ReactNode, useState } from 'react'
import type { Receipt } from '../../changes/receipts'
import { saveTable } from '../../core/table-file'
import { Button } from '../../ui/button'
import { cutMiddle, formatCount, plural } from '../../ui/format'
import { Time } from '../../ui/time'
import styles from './overview.module.css'

const fileName = 'changes'
const inFile = 'changes made in one tab'
const searchChanges = 'Search changes'
const search = 'Search'
/** What is left to say of one after a reload. */
const sent = (operation: string, status: number | undefined) =>
  status === undefined ? operation : `${operation} · ${status}`
const someOf = (some: number, all: number) => `${formatCount(some)} of ${formatCount(all)}`
const saveAs = (kind: ReactNode) => (
  <>
    {kind}
    <span className="visually-hidden"> of the changes</span>
  </>
)

const tones: Partial<Record<Receipt['outcome'], string>> = {
  removed: 'good',
  accepted: 'amber',
  unknown: 'amber',
  failed: 'danger',
}

/** The one word that needs another: what is unknown is how it ended. */
const outcomeText = (outcome: Receipt['outcome']) => (outcome === 'unknown' ? 'outcome unknown' : outcome)

/** What has words of its own needs no whole ID beside them: its room is theirs. */
const short = (subject: string, ids: string) => (subject === ids ? ids : subject.replaceAll(ids, cutMiddle(ids, 4, 4)))

/** Receipts that are drawn; the file has them all. */
const SHOWN_RECEIPTS = 50

export function ChangeList({ receipts }: { receipts: readonly Receipt[] }) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const found = receipts.filter(({ ids, subject = ids, outcome, detail, operation, status }) =>
    `${subject} ${outcomeText(outcome)} ${detail ?? ''} ${operation} ${status ?? ''}`.toLowerCase().includes(wanted),
  )
  return (
    <>
      <div className="row">
        <label>
          <span className="visually-hidden">{searchChanges}</span>
          <input
            type="search"
            placeholder={search}
            value={text}
            className={styles.search}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <span className="quiet number">{someOf(found.length, receipts.length)}</span>
        <SaveChanges receipts={found} kind="CSV" />
        <SaveChanges receipts={found} kind="JSON" />
      </div>
      <ul className={styles.rows}>
        {found.slice(0, SHOWN_RECEIPTS).map(({ id, at, ids, subject = ids, outcome, operation, status, detail }) => (
          <li key={id}>
            <details className={styles.change} data-receipt>
              <summary>
                <strong data-tone={tones[outcome]}>{outcomeText(outcome)}</strong>{' '}
                <bdi translate="no">{short(subject, ids)}</bdi>{' '}
                <span className="quiet">
                  <Time value={at} isAge />
                </span>
              </summary>
              <p>
                <bdi translate="no">{subject}</bdi>
              </p>
              <p className="quiet">
                <Time value={at} />: {detail ?? sent(operation, status)}
              </p>
            </details>
          </li>
        ))}
      </ul>
    </>
  )
}

function SaveChanges({ receipts, kind }: { receipts: readonly Receipt[]; kind: 'CSV' | 'JSON' }) {
  const save = () => {
    const records = receipts.map(({ at, ...rest }) => ({ time: new Date(at).toISOString(), ...rest }))
    const at = Date.now()
    const facts = { what: inFile, written: new Date(at).toISOString() }
    return saveTable(kind, { what: fileName, parts: [plural(records.length, 'row')], at, facts, records })
  }
  return (
    <Button size="compact-xs" variant="default" onClick={() => void save()}>
      {saveAs(kind)}
    </Button>
  )
}
