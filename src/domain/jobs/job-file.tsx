/** What a job has read, or what became of each of its items, as a file of the server’s: however large, it is no page’s work. */
import type { MouseEvent } from 'react'
import { checkOwnServer } from '../../api/own-fetch'
import type { TeamJob } from '../../api/team-jobs'
import { fileOf } from '../../changes/jobs/job-requests'
import { useMissingRole } from '../../requests/refusal'
import { saveFrom } from '../../ui/download'
import { Time } from '../../ui/time'
import { useNow } from '../../ui/use-now'
import * as texts from './jobs-texts'

const formats = ['csv', 'jsonl'] as const
/** How often it is seen whether the file has been erased, in ms. */
const STEP_MS = 30_000

/** Checks first that the server would respond: a browser saves a proxy's sign-in page as the file. */
async function handleDownload(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  const { href } = event.currentTarget
  event.preventDefault()
  if ((await checkOwnServer()) !== 'signed out') saveFrom(href)
}

export function JobFile({ job: { id, effect, results, resultsUntil, phase } }: { job: TeamJob }) {
  const missingRole = useMissingRole(effect)
  const isErased = useNow(STEP_MS, (now) => resultsUntil !== null && Date.parse(resultsUntil) <= now)
  if (missingRole) return <p className="quiet">{texts.fileRole(missingRole)}</p>
  if (isErased) return <p className="quiet">{texts.fileErased}</p>
  return (
    <p className="row">
      <span>{results ? texts.fileOfRows : texts.fileOfItems}</span>
      {formats.map((format) => (
        <a key={format} href={fileOf(id, format)} download onClick={(event) => void handleDownload(event)}>
          {texts.fileFormats[format]}
        </a>
      ))}
      <span className="quiet">
        {results && phase !== 'ended' && texts.partial} {resultsUntil && texts.until(<Time value={resultsUntil} />)}
      </span>
    </p>
  )
}
