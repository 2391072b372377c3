/** The record of changes and vehicle reads: a page at a time, and as a file. */
import * as z from 'zod/mini'
import { activityKinds, activityOutcomes, isIsoTime, isRecordCursor, isStatus } from '../activity'
import { hostNames } from '../endpoint'
import { exportFormats } from '../export-formats'
import { consoleEndpoint } from './endpoint'
import { limit, MOST_WORDS, requiredText } from './queries'

const what = 'The record of this server'

// Each field's message names the value that it expects: the lists of the store have other values in fields of these names.
const oneOf = <T extends string>(values: readonly T[]) => z.optional(z.enum(values, values.join(', ')))
const form = (isFit: (text: string) => boolean, expected: string) => z.string().check(z.refine(isFit, expected))
const words = (expected: string) => z.optional(form((text) => requiredText.safeParse(text).success, expected))
const time = () => z.optional(form(isIsoTime, 'an ISO date, or an ISO time with its zone'))

const filters = () => ({
  kind: oneOf(activityKinds),
  operation: words('an operation'),
  operator: words('a name'),
  host: oneOf(hostNames),
  status: z.optional(z.pipe(form(isStatus, 'an HTTP status'), z.transform(Number))),
  outcome: oneOf(activityOutcomes),
  since: time(),
  until: time(),
  text: words(`text of up to ${MOST_WORDS} characters`),
})

const Source = z.object({
  kind: z.enum(['file', 'store']),
  since: z.nullable(z.string()),
  problem: z.optional(z.string()),
  isOfAccount: z.optional(z.boolean()),
  keptDays: z.optional(z.number()),
  count: z.optional(z.object({ value: z.number(), isExact: z.boolean() })),
  unread: z.optional(z.number()),
})

/** Each record is read alone, so that a malformed one hides no other. */
const Records = z.looseObject({
  data: z.array(z.unknown()),
  /** The cursor of the next, older page. */
  next: z.catch(z.nullable(z.string()), null),
  /** Lines of the file that the server could not read. */
  skipped: z.catch(z.number(), 0),
  source: z.catch(z.optional(Source), undefined),
})

export const activity = {
  read: consoleEndpoint('GET /activity.json', {
    role: 'operator',
    what,
    use: 'The record of changes and vehicle reads.',
    sends: 'route',
    reads: 2, // the file may be long and the filter rare
    query: () =>
      z.strictObject({
        ...filters(),
        before: z.optional(form(isRecordCursor, 'the “next” value of another page')),
        limit,
      }),
    response: () => Records,
  }),
  file: consoleEndpoint('GET /activity/file', {
    role: 'operator',
    what,
    use: 'All of the record that matches, as a file.',
    sends: 'route',
    query: () => z.strictObject({ ...filters(), format: z.enum(exportFormats, exportFormats.join(', ')) }),
  }),
}
