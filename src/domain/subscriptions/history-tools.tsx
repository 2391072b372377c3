/** Files of the history of subscriptions. */
import { useState } from 'react'
import { type FileKind, saveTable } from '../../core/table-file'
import { shownOf } from '../../requests/failure'
import { Button } from '../../ui/button'
import { type HistoryQuestion, stateOf, toEntry } from './history-entries'
import { allRows } from './history-requests'
import * as texts from './history-texts'

/** Saves what matches as CSV or JSON. */
export function HistoryTools({ question }: { question: HistoryQuestion }) {
  return (
    <>
      <SaveButton kind="CSV" question={question} label={texts.exportCsv} />
      <SaveButton kind="JSON" question={question} label={texts.exportJson} />
    </>
  )
}

const ALL: HistoryQuestion = {}

/** Saves all of the history with one click, because it ends with the server's memory or with the token. */
export function DownloadHistory() {
  return <SaveButton kind="CSV" question={ALL} label={texts.download} />
}

interface Props {
  kind: FileKind
  question: HistoryQuestion
  label: string
}

function SaveButton({ kind, question, label }: Props) {
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const save = async () => {
    setSaving(true)
    setError(undefined)
    await saveHistory(kind, question).catch(setError)
    setSaving(false)
  }
  return (
    <>
      <Button size="compact-sm" variant="default" loading={isSaving} onClick={() => void save()}>
        {label}
      </Button>
      {error !== undefined && <span role="alert">{shownOf(error).title}</span>}
    </>
  )
}

/** @throws ApiError */
async function saveHistory(kind: FileKind, question: HistoryQuestion): Promise<void> {
  const now = Date.now()
  const records = []
  for await (const row of allRows(question)) {
    const { n: _, ...record } = row
    records.push({ ...record, state: stateOf(toEntry(row), now) })
  }
  const facts = { history: texts.exportTitle, written: new Date(now).toISOString() }
  await saveTable(kind, { what: texts.fileName, parts: [texts.fileCount(records.length)], at: now, facts, records })
}
