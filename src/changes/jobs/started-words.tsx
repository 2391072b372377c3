/** How far a job is that this tab has begun on the server, in a sentence with a link to it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { oneJob } from './job-requests'
import * as texts from './job-texts'

/** Asks nothing itself: it says what the page's notices look for (`WatchStarted`). */
export function StartedWords({ id }: { id: number }) {
  const { data } = useQuery({ ...oneJob(id), enabled: false })
  const link = (
    <Link to="/jobs/$jobId" params={{ jobId: String(id) }}>
      {texts.job(id)}
    </Link>
  )
  return data
    ? texts.overNotice(link, texts.overStates[data.phase], texts.progressOf(data.counts))
    : texts.started(link)
}
