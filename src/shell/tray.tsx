/** The server's jobs at the foot of every page. */
import { useEffect, useState } from 'react'
import { JobTray } from '../changes/jobs/job-tray-later'
import { useStartedJobs } from '../changes/jobs/started-jobs'

/** The page's own content is loaded first. */
const LATER_MS = 1500

export function Tray() {
  const hasStarted = useStartedJobs().length > 0
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (hasStarted || isLater) && <JobTray />
}
