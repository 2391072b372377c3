/** What is at work, at the foot of every page: this tab's own jobs, and those on the server. */
import { useJobs } from '../changes/jobs/job-list'
import { JobPanel } from '../changes/jobs/job-panel-later'
import { useConfig } from '../core/config'
import { later } from '../ui/later'

/** What the page is about comes first. */
const LATER_MS = 1500

/** Without it nothing is missed: the list of jobs has all. */
const loadServerJobs = () => import('../changes/jobs/job-tray')
const JobTray = later(async () => {
  await new Promise((resolve) => setTimeout(resolve, LATER_MS))
  return loadServerJobs().then(
    (module) => module.JobTray,
    () => () => null,
  )
})

export function Tray() {
  const hasJobs = useJobs().length > 0
  const { hasTeam } = useConfig()
  return (
    <>
      {hasTeam && <JobTray />}
      {hasJobs && <JobPanel />}
    </>
  )
}
