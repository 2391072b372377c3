/** Everything that a list matches, as a job of the server: a file on the job's page, whether or not this tab stays open. */
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useBegunFor } from '../../changes/server-jobs/begun-for'
import { BegunWords } from '../../changes/server-jobs/begun-words'
import { canBegin, type JobDraft, thingsIn } from '../../changes/server-jobs/job-requests'
import * as jobTexts from '../../changes/server-jobs/server-jobs-texts'
import { useBegin } from '../../changes/server-jobs/use-begin'
import { whyNot } from '../../changes/server-jobs/why-not'
import { Button } from '../../ui/button'
import * as texts from './texts'

interface Props {
  /** A list's: its filters are the question. */
  draft: JobDraft
  price: ReactNode
}

export function OnServer({ draft, price }: Props) {
  const said = useId()
  const { data: can, error } = useQuery(canBegin(draft))
  const { isBusy, failed, begin } = useBegin({ draft, stale: [] })
  const begun = useBegunFor(draft.operation, thingsIn(draft)[0] ?? '')
  const isRunning = begun !== undefined && !begun.isOver
  const why = error ? jobTexts.onlyTab(whyNot(error)) : can ? undefined : jobTexts.checking
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
          onClick={() => begin({})}
        >
          {texts.startJob}
        </Button>
      </p>
      <p id={said} className="quiet">
        {why ?? `${jobTexts.meansServer} ${texts.fileOfJob}`}
      </p>
      {begun && (
        <p>
          <BegunWords id={begun.id} />
        </p>
      )}
      {failed}
    </>
  )
}
