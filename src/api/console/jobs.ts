/** Jobs of the server. Beginning one has a file of its own, because pages that show jobs don't load the check of its body. */
import * as z from 'zod/mini'
import {
  JobOrder,
  jobActions,
  jobFileFormats,
  jobItemStates,
  jobOperations,
  jobStateQueries,
  TeamJob,
  TeamJobItems,
  TeamJobResponses,
  TeamJobs,
  TeamQueued,
} from '../team-jobs'
import { consoleEndpoint } from './endpoint'
import { after, limit, requiredText } from './queries'

export const jobs = {
  list: consoleEndpoint('GET /team/jobs', {
    role: 'viewer',
    use: 'Jobs and their progress.',
    query: () =>
      z.strictObject({
        limit,
        after,
        state: z.optional(z.enum(jobStateQueries)),
        operation: z.optional(z.enum(jobOperations)),
      }),
    response: () => TeamJobs,
  }),
  read: consoleEndpoint('GET /team/jobs/{id}', { role: 'viewer', use: 'One job.', response: () => TeamJob }),
  order: consoleEndpoint('POST /team/jobs/{id}', {
    role: 'viewer',
    use: 'Controls a job. Requires the role of its operation.',
    body: () => JobOrder,
    expected: `{"action"}: ${jobActions.join(', ')}, or {"share"}: a whole number from 1 to 100`,
    response: () => TeamJob,
  }),
  items: consoleEndpoint('GET /team/jobs/{id}/items', {
    role: 'viewer',
    use: 'What became of each target.',
    query: () => z.strictObject({ limit, after, state: z.optional(z.enum(jobItemStates)) }),
    response: () => TeamJobItems,
  }),
  /** A file, because its JSON is large: an operator has only a few at once. */
  responses: consoleEndpoint('GET /team/jobs/{id}/items/{n}', {
    role: 'viewer',
    use: 'What one item has read. Requires the role of the job’s operation.',
    sends: 'file',
    response: () => TeamJobResponses,
  }),
  file: consoleEndpoint('GET /team/jobs/{id}/file', {
    role: 'viewer',
    use: 'The results as a file. Requires the role of the job’s operation.',
    sends: 'file',
    query: () => z.strictObject({ format: z.enum(jobFileFormats) }),
  }),
  queued: consoleEndpoint('GET /team/queued', {
    role: 'viewer',
    use: 'Jobs that will remove a connection or user.',
    query: () =>
      z.union(
        [z.strictObject({ connection: requiredText }), z.strictObject({ user: requiredText })],
        'The query expects one parameter: connection or user, with its ID.',
      ),
    response: () => TeamQueued,
  }),
}
