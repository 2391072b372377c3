/** The results of a job, or the outcome of each of its items, as files that the server streams. */
import type { MouseEvent } from 'react'
import { ownAddress } from '../../api/base-path'
import { consoleAddress } from '../../api/console/endpoint'
import { jobs } from '../../api/console/jobs'
import { exportFormats } from '../../api/export-formats'
import type { TeamJob } from '../../api/team-jobs'
import { saveFromServer } from '../../lists/export/save-from-server'
import { useMissingRole } from '../../requests/refusal'
import { Time } from '../../ui/time'
import { useNow } from '../../ui/use-now'
import * as texts from './jobs-texts'

/** How often it is seen whether the file has been erased, in ms. */
const STEP_MS = 30_000

function handleDownload(event: MouseEvent<HTMLAnchorElement>, address: string): void {
  event.preventDefault()
  void saveFromServer(address)
}

export const useIsErased = ({ resultsUntil }: Pick<TeamJob, 'resultsUntil'>): boolean =>
  useNow(STEP_MS, (now) => resultsUntil !== null && Date.parse(resultsUntil) <= now)

export function JobFile({ job: { id, effect, results, resultsUntil, phase } }: { job: TeamJob }) {
  const missingRole = useMissingRole(effect)
  const isErased = useIsErased({ resultsUntil })
  if (missingRole) return <p className="quiet">{texts.fileRole(missingRole)}</p>
  if (isErased) return <p className="quiet">{texts.fileErased}</p>
  return (
    <p className="row">
      <span>{results ? texts.fileOfRows : texts.fileOfItems}</span>
      {exportFormats.map((format) => {
        const address = consoleAddress(jobs.file, { path: { id: String(id) }, query: { format } })
        return (
          <a key={format} href={ownAddress(address)} download onClick={(event) => handleDownload(event, address)}>
            {texts.fileFormats[format]}
          </a>
        )
      })}
      <span className="quiet">
        {results && phase !== 'ended' && texts.partial} {resultsUntil && texts.until(<Time value={resultsUntil} />)}
      </span>
    </p>
  )
}
