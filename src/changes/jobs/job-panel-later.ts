/** The tray of the jobs of this tab: fetched with the first job, or ahead where one is about to be started. */
import { later } from '../../ui/later'

export const JobPanel = later(() => import('./job-panel').then((module) => module.JobPanel))
