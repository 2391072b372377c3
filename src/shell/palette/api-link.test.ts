/** Links of the API lead to their page, whatever host stands before them; anything else leads nowhere. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { madeOf } from '../../api/text-harness'
import { consoleAddressOf } from './api-link'

const uuid = '36ab27d0-fd9d-4455-823a-ce30af709ffc'

describe('consoleAddressOf', () => {
  it.each([
    ['/v3/connections?page[number]=3&page[size]=25', '/connections?page[number]=3&page[size]=25'],
    ['https://vehicle.example/v3/connections?filter[userId]=007', '/connections?filter[userId]=007'],
    [' /v3/connections/c-1 ', '/connections/c-1'],
    ['/v3/connections/a%2Fb', '/connections/a%2Fb'],
    ['/v3/users/u/', '/users/u'],
    ['https://m.example/v3/webhooks/w#x', '/webhooks/w'],
    ['/v3/subscriptions', '/subscriptions'],
    [
      '/v3/vehicles/v/signals/odometer-traveleddistance/values?page=2&pageSize=10',
      '/vehicles/v/signals/odometer-traveleddistance?page=2&pageSize=10',
    ],
    ['https://api.example/v2.0/vehicles/v/battery/nominal_capacity', '/vehicles/v/battery'],
    ['/v2.0/vehicles/v/diagnostics/dtcs', '/vehicles/v/trouble-codes'],
    ['/v2.0/vehicles/v/batch', '/vehicles/v/batch'],
    [`<https://vehicle.example/v3/users/${uuid}>`, `/users/${uuid}`],
    [`https://vehicle.example/v3/users/\u200b${uuid}.`, `/users/${uuid}`],
    [`/v3/users/%E2%80%8B${uuid}`, `/users/${uuid}`],
    ['/v3/connections?filter[user.externalId]=007.', '/connections?filter[user.externalId]=007.'],
  ])('%s', (link, address) => expect(consoleAddressOf(link)).toBe(address))
  it.each([
    '',
    'c-1',
    '/connections',
    '/v4/connections',
    '/v3/nothing',
    '/v3/connections/../users',
    '/v3/connections/%2e%2e',
    '/v3/connections/%',
    'javascript:alert(1)//v3/connections',
    'ftp://x/v3/connections',
    'see /v3/connections',
  ])('%j leads nowhere', (text) => expect(consoleAddressOf(text)).toBeUndefined())
  it('never leads off the console', () => {
    const pieces = madeOf(
      '/v3/',
      'https://',
      'x.example',
      '/',
      '//',
      'connections',
      '..',
      '%2e',
      '?a=b',
      '#',
      '\\',
      '@',
      ':',
    )
    const text = fc.oneof(fc.string(), pieces)
    fc.assert(
      fc.property(text, (given) => {
        const address = consoleAddressOf(given)
        if (address === undefined) return
        const url = new URL(address, 'https://console.example')
        expect(url.origin).toBe('https://console.example')
        expect(url.pathname).toMatch(/^\/(connections|users|vehicles|webhooks|subscriptions)(\/|$)/)
      }),
      { numRuns: 2000 },
    )
  })
})
