/** Hints of changes, so that pages read again when there is something new. */
import { consoleEndpoint } from './endpoint'

export const events = {
  hints: consoleEndpoint('GET /events', { role: 'viewer', use: 'Hints of changes, as a stream.', sends: 'stream' }),
}
