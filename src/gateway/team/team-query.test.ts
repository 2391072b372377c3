/** Every parameter of the console's own addresses says what it takes where it gets something else. */
import { describe, expect, it } from 'vitest'
import { consoleEndpoints } from '../../api/console/api'
import { jobs } from '../../api/console/jobs'
import { readQuery } from './team-query'

// Routes read their queries themselves: those of a sign-in are the identity provider's, and any text is accepted.
const queries = consoleEndpoints.flatMap(({ operation, query, sends }) =>
  sends !== 'route' && query && 'shape' in query
    ? [{ operation, query, names: Object.keys(query.shape as object) }]
    : [],
)
/** No parameter takes a NUL. */
const WRONG = '\0'

it('says what a query of several forms takes', () => {
  const { query = expect.fail() } = jobs.queued
  for (const given of ['', 'connection=c&user=u', 'webhook=w'])
    expect(readQuery(query, new URLSearchParams(given))).toBe(
      'The query expects one parameter: connection or user, with its ID.',
    )
  expect(readQuery(query, new URLSearchParams('user='))).toBe('user expects a user ID, got "".')
})

describe.each(queries)('$operation', ({ query, names }) => {
  it.each(names)('says what %s takes', (name) => {
    // A parameter that the address requires is there, and is the only one that is wrong.
    const given = new URLSearchParams({ ...(names.includes('q') && { q: 'a' }), [name]: WRONG })
    const said = readQuery(query, given)
    expect(said).toMatch(new RegExp(`^${name} expects .{3}.*, got `))
    expect(said).not.toContain('undefined')
  })
})
