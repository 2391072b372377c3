/** Actions of operators on shared state, by their name in the record, with the words of Activity. */
import type { CrawlAction } from './team'
import type { JobAction } from './team-jobs'

export type TeamEvent =
  | `crawl ${CrawlAction}`
  | 'job begun'
  | `job ${JobAction}`
  | 'job share'
  | 'job file'
  | 'job response'
  | 'delivery pinned'
  | 'delivery unpinned'
  | 'delivery replayed'
  | 'deliveries erased'
  | 'deliveries simulated'
  | 'simulator stopped'
  | 'view shared'
  | 'view unshared'
  | 'shared view deleted'
  | 'subscriptions added'
  | 'account erased'

export const teamEvents: Readonly<Record<TeamEvent, string>> = {
  'crawl start': 'Crawl started',
  'crawl pause': 'Crawl paused',
  'crawl resume': 'Crawl resumed',
  'crawl stop': 'Crawl stopped',
  'job begun': 'Job created',
  'job pause': 'Job paused',
  'job resume': 'Job resumed',
  'job stop': 'Job stopped',
  'job retry': 'Failed items of a job retried',
  'job check': 'Unknown items of a job checked',
  'job adopt': 'Job adopted',
  'job share': 'Job’s share of the rate limit changed',
  'job file': 'File of a job downloaded',
  'job response': 'Response of a job viewed',
  'delivery pinned': 'Delivery pinned',
  'delivery unpinned': 'Delivery unpinned',
  'delivery replayed': 'Delivery replayed',
  'deliveries erased': 'Deliveries erased',
  'deliveries simulated': 'Deliveries simulated',
  'simulator stopped': 'Simulator stopped',
  'view shared': 'Shared view saved',
  'view unshared': 'View no longer shared',
  'shared view deleted': 'Shared view deleted',
  'subscriptions added': 'Subscriptions added to the history',
  'account erased': 'Account erased',
}

export const isTeamEvent = (event: unknown): event is TeamEvent =>
  typeof event === 'string' && Object.hasOwn(teamEvents, event)
