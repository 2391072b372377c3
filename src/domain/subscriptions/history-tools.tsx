/** Files of the history of subscriptions, which the server writes. */
import { type FileKind, fileKinds, formatOf } from '../../core/table-file'
import { saveFromServer } from '../../lists/export/save-from-server'
import { Button } from '../../ui/button'
import type { HistoryQuestion } from './history-entries'
import { historyFile } from './history-requests'
import * as texts from './history-texts'

/** Saves what matches in each format. */
export function HistoryTools({ question }: { question: HistoryQuestion }) {
  return fileKinds.map((kind) => <SaveButton key={kind} kind={kind} question={question} label={texts.exportAs(kind)} />)
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
  return (
    <Button
      size="compact-sm"
      variant="default"
      onClick={() => void saveFromServer(historyFile(question, formatOf(kind)))}
    >
      {label}
    </Button>
  )
}
