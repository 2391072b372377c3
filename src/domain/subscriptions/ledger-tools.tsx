/** What can be done with the ledger as a whole: saved as a file, and forgotten. */

import { useState } from 'react'
import { type FileKind, saveTable } from '../../core/table-file'
import { Button } from '../../ui/button'
import { Confirm } from '../../ui/confirm'
import { clearLedger, type ShownEntry, stateOf } from './ledger'
import * as texts from './texts'

interface Props {
  /** Those that are shown. */
  entries: readonly ShownEntry[]
  now: number
  /** How many there are in all. */
  count: number
}

export function LedgerTools({ entries, now, count }: Props) {
  return (
    <>
      <Export entries={entries} now={now} />
      <Clear count={count} />
    </>
  )
}

function Export({ entries, now }: Omit<Props, 'count'>) {
  const save = (kind: FileKind) => {
    const records = entries.map(({ since: _, creation: __, ...entry }) => ({
      ...entry,
      state: stateOf(entry, now),
      at: new Date(entry.at).toISOString(),
    }))
    const at = Date.now()
    const facts = { ledger: texts.fileTitle, written: new Date(at).toISOString() }
    return saveTable(kind, { what: texts.fileName, parts: [texts.fileCount(records.length)], at, facts, records })
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

/** @param verb what the button is called */
export function Clear({ count, verb = texts.clear }: Pick<Props, 'count'> & { verb?: string }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setAsking(true)}>
        {verb}
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
