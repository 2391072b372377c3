/** Everything that a list matches, exported by a job of the server, whose file is saved once it has ended. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { consoleAddress } from '../../api/console/endpoint'
import { jobs } from '../../api/console/jobs'
import { type JobDraft, thingsIn } from '../../changes/jobs/job-draft'
import { oneJob } from '../../changes/jobs/job-queries'
import * as jobTexts from '../../changes/jobs/job-texts'
import { startedJobs, useStartedJobFor } from '../../changes/jobs/started-jobs'
import { StartedWords } from '../../changes/jobs/started-words'
import { useStartJob } from '../../changes/jobs/use-start-job'
import { type FileKind, fileKinds, formatOf } from '../../core/table-file'
import { saveFromServer } from './save-from-server'
import * as texts from './texts'

interface Props {
  draft: JobDraft
  /** @param reason why none can be started now */
  children: (reason: string | undefined, onSave: (kind: FileKind) => void) => ReactNode
}

/** Rows of the table of what can be exported. */
export function ExportJob({ draft, children }: Props) {
  const client = useQueryClient()
  const kind = useRef<FileKind>('CSV')
  const { isBusy, failed, start } = useStartJob({
    draft,
    stale: [],
    onStarted: (id) => saveWhenEnded(client, id, kind.current),
  })
  const job = useStartedJobFor(draft.operation, thingsIn(draft)[0] ?? '')
  const isRunning = job !== undefined && !job.isOver
  const reason = isBusy ? jobTexts.starting : isRunning ? texts.isExporting(jobTexts.job(job.id)) : undefined
  return (
    <>
      {children(reason, (chosen) => {
        kind.current = chosen
        start({})
      })}
      <tr>
        <td colSpan={fileKinds.length + 1}>
          <p className="quiet">{texts.fileOfJob}</p>
          {job && (
            <p>
              <StartedWords id={job.id} />
            </p>
          )}
          {failed}
        </td>
      </tr>
    </>
  )
}

/** Also once the export is closed, but not after the account has changed. A partial file is left to the job's page. */
function saveWhenEnded(client: QueryClient, id: number, kind: FileKind): void {
  const unsubscribe = startedJobs.subscribe(() => {
    const job = startedJobs.get().find((one) => one.id === id)
    if (job && !job.isOver) return
    unsubscribe()
    const { phase, counts } = client.getQueryData(oneJob(id).queryKey) ?? {}
    if (job && phase === 'ended' && counts && counts.failed + counts.unknown === 0)
      void saveFromServer(consoleAddress(jobs.file, { path: { id: String(id) }, query: { format: formatOf(kind) } }))
  })
}
