/** Every parameter of the team's addresses says what it takes where it gets something else. */
import { describe, expect, it } from 'vitest'
import { ArrivalsQuery, DeliveriesQuery } from '../deliveries/delivery-routes'
import { JobFileQuery, JobItemsQuery, JobsQuery } from './job-routes'
import { SubscriptionsFileQuery, SubscriptionsQuery } from './subscription-routes'
import { FindQuery, readQuery, UsersQuery, VehiclesQuery } from './team-query'

const queries = {
  ...{ ArrivalsQuery, DeliveriesQuery, FindQuery, JobFileQuery, JobItemsQuery, JobsQuery },
  ...{ SubscriptionsFileQuery, SubscriptionsQuery, UsersQuery, VehiclesQuery },
}
/** No parameter takes a NUL. */
const WRONG = '\0'

describe.each(Object.entries(queries))('%s', (_, schema) => {
  it.each(Object.keys(schema.shape))('says what %s takes', (name) => {
    // A parameter that the address requires is there, and is the only one that is wrong.
    const given = new URLSearchParams({ ...('q' in schema.shape && { q: 'a' }), [name]: WRONG })
    const said = readQuery(schema, given)
    expect(said).toMatch(new RegExp(`^${name} expects .{3}.*, got `))
    expect(said).not.toContain('undefined')
  })
})
