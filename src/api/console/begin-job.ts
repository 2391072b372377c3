/** Beginning a job of the server. */
import { NewTeamJob } from '../new-team-job'
import { BegunJob, jobOperations, MOST_TARGETS } from '../team-jobs'
import { consoleEndpoint } from './endpoint'

/** A hundred thousand UUIDs, with what stands between them. */
const MOST_BYTES = 8 * 1024 * 1024

export const beginJob = consoleEndpoint('POST /team/jobs', {
  role: 'viewer',
  use: 'Begins a job. Requires the role of its operation.',
  body: () => NewTeamJob,
  expected: `{"key", "operation", "targets", "with"}: one of ${jobOperations.join(', ')}, with what it takes and 1 to ${MOST_TARGETS} targets`,
  largeBody: { role: 'reader', bytes: MOST_BYTES, what: 'Beginning a job with targets' },
  response: () => BegunJob,
})
