/** The tray of jobs, loaded after the page; and ahead by what is about to start a job, in case the server goes away under it. */
import { later } from '../../ui/later'

export const JobTray = later(() => import('./job-tray').then((module) => module.JobTray), null, 'quiet')
