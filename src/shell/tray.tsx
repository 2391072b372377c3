/** The server's jobs at the foot of every page. */
import { later } from '../ui/later'

/** The page's own content is loaded first. */
const LATER_MS = 1500

/** The list of jobs has all of them if it can't be loaded. */
export const Tray = later(
  async () => {
    await new Promise((resolve) => setTimeout(resolve, LATER_MS))
    return import('../changes/jobs/job-tray').then((module) => module.JobTray)
  },
  null,
  'quiet',
)
