/** What can be done with the team's history: saved as a file. What this browser keeps besides can be forgotten. */
import { useState } from 'react'
import { type FileKind, saveTable } from '../../core/table-file'
import { shownOf } from '../../requests/failure'
import { Button } from '../../ui/button'
import { MOST_ROWS, readHistory } from './history-requests'
import { entryOf, type HistoryQuestion } from './history-entries'
import { stateOf } from './ledger'
import { Clear } from './ledger-tools'
import * as texts from './history-texts'
import * as own from './texts'

interface Props {
  question: HistoryQuestion
  /** True where there is something to save. */
  isThere: boolean
  /** How many entries this browser keeps. */
  ownCount: number
}

export function HistoryTools({ question, isThere, ownCount }: Props) {
  const [saving, setSaving] = useState<FileKind>()
  const [error, setError] = useState<unknown>()
  const save = async (kind: FileKind) => {
    setSaving(kind)
    setError(undefined)
    try {
      await saveHistory(kind, question)
    } catch (thrown) {
      setError(thrown)
    }
    setSaving(undefined)
  }
  return (
    <>
      {isThere &&
        (['CSV', 'JSON'] as const).map((kind) => (
          <Button
            key={kind}
            size="compact-sm"
            variant="default"
            loading={saving === kind}
            onClick={() => void save(kind)}
          >
            {kind === 'CSV' ? own.exportCsv : own.exportJson}
          </Button>
        ))}
      {ownCount > 0 && <Clear count={ownCount} verb={texts.clearOwn} />}
      {error !== undefined && <span role="alert">{shownOf(error).title}</span>}
    </>
  )
}

/** All that matches, piece by piece. @throws ApiError */
async function saveHistory(kind: FileKind, question: HistoryQuestion): Promise<void> {
  const now = Date.now()
  const records = []
  for (let after: string | undefined; ; ) {
    const { rows, next } = await readHistory(question, { after, limit: MOST_ROWS })
    for (const row of rows) {
      const { n: _, ...record } = row
      records.push({ ...record, state: stateOf(entryOf(row), now) })
    }
    if (next === null) break
    after = next
  }
  const facts = { ledger: texts.exportTitle, written: new Date(now).toISOString() }
  await saveTable(kind, { what: own.fileName, parts: [own.fileCount(records.length)], at: now, facts, records })
}
