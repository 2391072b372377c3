/** Lines of the record about what the team shares, as rows of Activity. */
import { isTeamEvent } from '../../api/team-events'

/** Members of a line that aren't what the event is about. */
const common: ReadonlySet<string> = new Set([
  ...['event', 'id', 'time', 'operator', 'subject', 'client', 'credential', 'since', 'until', 'cutOff', 'previous'],
])
const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

/** A line with the members of a change that was made at once; undefined for a line of another kind. */
export function teamRecord(line: unknown): object | undefined {
  if (typeof line !== 'object' || line === null || !('event' in line) || !isTeamEvent(line.event)) return undefined
  const about = Object.entries(line).filter(([name, value]) => !common.has(name) && isScalar(value))
  return {
    ...line,
    event: 'team',
    kind: 'team',
    operation: line.event,
    host: 'console',
    parameters: Object.fromEntries(about.map(([name, value]) => [name, String(value)])),
    requests: undefined,
    // The console responds 200 to what it has done, and records nothing else.
    status: 200,
  }
}
