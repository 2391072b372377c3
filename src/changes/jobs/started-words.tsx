/** The progress of a job that was started here, in a sentence with a link to it. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { oneJob } from './job-queries'
import * as texts from './job-texts'

/** Sends no request: `WatchStarted` does. */
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
