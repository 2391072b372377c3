/** What one item of a job has read: of a batch a line for each path, else the rows as JSON. */
import { useQuery } from '@tanstack/react-query'
import { BatchRequest } from '../../api/batch'
import { query } from '../../api/console/client'
import { jobs } from '../../api/console/jobs'
import { masked } from '../../api/mask'
import { BATCH, type TeamJob, type TeamJobItem } from '../../api/team-jobs'
import { Failure } from '../../requests/failure'
import { RawJson } from '../../ui/raw-json'
import { SidePanel } from '../../ui/side-panel'
import { matchItems } from '../vehicles/batch/items'
import { Responses } from '../vehicles/batch/responses'
import * as texts from './jobs-texts'

interface Props {
  job: TeamJob
  item: TeamJobItem
  onClose: () => void
}

export function ItemResponses({ job, item, onClose }: Props) {
  // The server erases them, so that they aren't requested again until the panel is opened again.
  const { data, error, refetch } = useQuery({
    ...query(jobs.responses, { path: { id: String(job.id), n: String(item.n) } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <SidePanel title={texts.responsesOf(item.target)} isWide onClose={onClose}>
      {error !== null && <Failure error={error} what={texts.couldNotLoadResponses} onRetry={() => void refetch()} />}
      {!data && error === null && <p role="status">{texts.loadingResponses}</p>}
      {data?.responses.length === 0 && <p>{texts.noResponses}</p>}
      {data && data.responses.length > 0 && <Shown job={job} item={item} responses={data.responses} />}
    </SidePanel>
  )
}

function Shown({ job, item, responses }: Pick<Props, 'job' | 'item'> & { responses: readonly unknown[] }) {
  const json = <RawJson raw={responses} what={texts.responses} mask={masked} isOpenAtFirst={job.operation !== BATCH} />
  const shared = job.operation === BATCH ? BatchRequest().safeParse(job.with).data : undefined
  if (!shared) return json
  const readAt = Date.parse(item.at ?? job.begunAt)
  const { rows } = matchItems(
    shared.requests.map(({ path }) => path),
    { responses },
  )
  return (
    <>
      <Responses rows={rows.map((row) => ({ ...row, readAt, isKept: false }))} />
      {json}
    </>
  )
}
