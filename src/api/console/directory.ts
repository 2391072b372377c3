/** The directory of an account: users and vehicles of all its connections, and the crawl that reads them. */
import * as z from 'zod/mini'
import {
  CrawlOrder,
  crawlActions,
  TeamDirectory,
  TeamFound,
  TeamMakes,
  TeamUsers,
  TeamVehicles,
  teamMatches,
  teamSorts,
} from '../team'
import { TeamFleet } from '../team-fleet'
import { consoleEndpoint } from './endpoint'
import { pageFields, requiredText, text } from './queries'

const sort = z.optional(z.enum(teamSorts))

export const directory = {
  read: consoleEndpoint('GET /team/directory', {
    role: 'viewer',
    use: 'The state of the directory and of its crawl.',
    response: () => TeamDirectory,
  }),
  users: consoleEndpoint('GET /team/users', {
    role: 'viewer',
    use: 'Users in the directory.',
    query: () => z.strictObject({ ...pageFields, sort }),
    response: () => TeamUsers,
  }),
  vehicles: consoleEndpoint('GET /team/vehicles', {
    role: 'viewer',
    use: 'Vehicles in the directory.',
    query: () => z.strictObject({ ...pageFields, sort, mode: text, make: text }),
    response: () => TeamVehicles,
  }),
  find: consoleEndpoint('GET /team/find', {
    role: 'viewer',
    use: 'Searches the directory.',
    query: () => z.strictObject({ q: requiredText, match: z.optional(z.enum(teamMatches)) }),
    response: () => TeamFound,
  }),
  makes: consoleEndpoint('GET /team/makes', {
    role: 'viewer',
    use: 'Makes in the directory.',
    response: () => TeamMakes,
  }),
  fleet: consoleEndpoint('GET /team/fleet', {
    role: 'viewer',
    use: 'Connections by make and month.',
    response: () => TeamFleet,
  }),
  crawl: consoleEndpoint('POST /team/crawl', {
    role: 'operator',
    what: 'The team’s crawl',
    use: 'Starts, pauses, resumes or stops the crawl.',
    body: () => z.strictObject(CrawlOrder.shape),
    expected: `{"action"}: ${crawlActions.join(', ')}`,
    response: () => TeamDirectory,
  }),
}
