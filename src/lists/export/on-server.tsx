/** Everything that a list matches, as a job of the server: a file on the job's page, whether or not this tab stays open. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { type JobDraft, jobPreview, thingsIn } from '../../changes/jobs/job-requests'
import * as jobTexts from '../../changes/jobs/job-texts'
import { useStartedJobFor } from '../../changes/jobs/started-jobs'
import { StartedWords } from '../../changes/jobs/started-words'
import { useStartJob } from '../../changes/jobs/use-start-job'
import { whyNot } from '../../changes/jobs/why-not'
import { Button } from '../../ui/button'
import * as texts from './texts'

interface Props {
  /** A list's: its filters are the question. */
  draft: JobDraft
  price: ReactNode
}

export function OnServer({ draft, price }: Props) {
  const said = useId()
  const { data: can, error } = useQuery(jobPreview(draft))
  const { isBusy, failed, start } = useStartJob({ draft, stale: [] })
  const begun = useStartedJobFor(draft.operation, thingsIn(draft)[0] ?? '')
  const isRunning = begun !== undefined && !begun.isOver
  const why = error ? jobTexts.cannotStart(whyNot(error)) : can ? undefined : jobTexts.checking
  const wait = isBusy ? jobTexts.starting : isRunning ? texts.isOnServer(jobTexts.job(begun.id)) : undefined
  return (
    <>
      <p className="row">
        <span>{texts.onServer(price)}</span>
        <Button
          size="compact-sm"
          variant="default"
          reason={why ?? wait}
          saidAt={why === undefined ? undefined : said}
          onClick={() => start({})}
        >
          {texts.startJob}
        </Button>
      </p>
      <p id={said} className="quiet">
        {why ?? `${jobTexts.continues} ${texts.fileOfJob}`}
      </p>
      {begun && (
        <p>
          <StartedWords id={begun.id} />
        </p>
      )}
      {failed}
    </>
  )
}
