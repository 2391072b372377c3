/** What the fault matrix is made of: a line for each page, a line for each fault. Nothing else has to know of a new one. */
import type { Locator, Page, Route } from '@playwright/test'
import { spelled } from './provider'
import * as spoilt from './spoilt'

export interface Row {
  /** The page's address; `{connection}` and its like stand for ids of the sandbox. */
  route: string
  /** The button that reads what the page does not read by itself. */
  ask?: RegExp
  /** What stands there once the page's data is there. */
  data: (page: Page) => Locator
  /** True if the page requests nothing from the API; the short run tries one fault on it. */
  isStatic?: boolean
  /** The address that the faults strike, where it is not one of the service. */
  from?: string
}

const rowOf = (name: string) => (page: Page) => page.getByRole('table', { name, exact: true }).getByRole('link').first()
const title = (name: RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name })
const readAgain = (page: Page) => page.getByRole('button', { name: /^Read again/ }).first()

export const rows: readonly Row[] = [
  { route: '/', data: (page) => page.getByRole('main').locator('li a strong').nth(2) },
  { route: '/connections', data: rowOf('Connections') },
  { route: spelled('/connections?filter[vehicle.mode]=live&page[number]=2&page[size]=50'), data: rowOf('Connections') },
  { route: '/connections/{connection}', data: title(/Nissan Leaf/) },
  {
    route: '/connections/{connection}/remove',
    data: (page) => page.getByText(/^Remove this (live|simulated) connection\?$/),
  },
  { route: '/users', data: rowOf('Users') },
  { route: '/users/{user}', data: rowOf('Connections') },
  { route: '/users/{user}/remove', isStatic: true, data: title(/^Remove user$/) },
  { route: '/vehicles', data: rowOf('Vehicles') },
  { route: '/vehicles/{vehicle}', data: rowOf('Connections') },
  { route: '/vehicles/{vehicle}', ask: /^Read odometer/, data: readAgain },
  { route: '/vehicles/{vehicle}/battery', ask: /^Read battery/, data: readAgain },
  { route: '/vehicles/{vehicle}/service', ask: /^Read service/, data: readAgain },
  { route: '/vehicles/{vehicle}/trouble-codes', ask: /^Read trouble/, data: readAgain },
  { route: '/vehicles/{vehicle}/system-status', ask: /^Read system/, data: readAgain },
  { route: '/vehicles/{vehicle}/vin', ask: /^Read VIN/, data: readAgain },
  {
    route: '/vehicles/{vehicle}/batch?path=/odometer&path=/fuel',
    ask: /^Send batch/,
    data: (page) => page.getByText(/^\d+ of \d+ succeeded/).first(),
  },
  { route: '/vehicles/{vehicle}/signals', data: (page) => page.getByText('93 known signals') },
  { route: '/vehicles/{vehicle}/signals/closure-doors', ask: /^Read values/, data: readAgain },
  { route: '/signals', isStatic: true, data: title(/^Signals/) },
  { route: '/webhooks', data: rowOf('Webhooks') },
  { route: '/webhooks/{webhook}', data: title(/Charging sessions/) },
  { route: '/subscriptions', data: title(/^Subscriptions/) },
  { route: '/subscriptions/{subscription}', data: title(/^Subscription of /) },
  { route: '/subscriptions/{subscription}/remove', data: (page) => page.getByRole('main').locator('bdi').first() },
  { route: '/return/battery-capacity', isStatic: true, data: (page) => page.getByText('Thank you').first() },
  { route: '/deprecations', isStatic: true, data: (page) => page.getByText('vehicleidentification-vin').first() },
  {
    route: '/activity',
    from: '**/activity.json*',
    data: (page) => page.getByRole('table', { name: 'Activity' }).getByRole('row').nth(1),
  },
  { route: '/jobs', isStatic: true, data: title(/^Jobs/) }, // the server's own data: nothing of the API
  { route: '/jobs/1', isStatic: true, data: title(/^No such job$/) },
  { route: '/deliveries', isStatic: true, data: title(/^Deliveries/) }, // as above
  { route: '/deliveries/1', isStatic: true, data: title(/^Delivery 1$/) },
  { route: '/settings', isStatic: true, data: title(/^Settings/) },
  { route: '/settings/data', isStatic: true, data: title(/^Data of earlier versions/) },
  { route: '/help', isStatic: true, data: title(/^Help/) },
  { route: '/help/api', isStatic: true, data: title(/^API operations/) },
]

export interface Fault {
  name: string
  /** Those of a kind are met in turn in the short run, one on a page. */
  kind: 'refused' | 'silent' | 'body' | 'list'
  /** The sandbox's own name for it, where it has one. */
  token?: string
  /** The same between browser and gateway. */
  spoil: (route: Route) => Promise<void>
  /** Takes its time: left out of the short run. */
  isLong?: boolean
}

const status = (code: number): Fault => ({
  name: String(code),
  kind: 'refused',
  token: `status-${code}`,
  spoil: spoilt.refused(code),
})

export const faults: readonly Fault[] = [
  status(401),
  status(403),
  status(404),
  status(409),
  { ...status(429), name: '429 with retry-after' },
  { name: '429 without', kind: 'refused', spoil: spoilt.refused(429) },
  status(430),
  status(500),
  status(502),
  { name: 'slow', kind: 'silent', token: 'slow-30000', spoil: spoilt.refused(504, 'UPSTREAM_TIMEOUT') },
  { name: 'cut off before the answer', kind: 'silent', token: 'cut', spoil: spoilt.aborted },
  { name: 'the gateway out of reach', kind: 'silent', spoil: spoilt.aborted },
  { name: 'cut off in the body', kind: 'silent', token: 'cut-body', spoil: spoilt.aborted },
  { name: 'never answered', kind: 'silent', spoil: async () => undefined, isLong: true },
  {
    name: 'half of the JSON',
    kind: 'body',
    token: 'truncated',
    spoil: spoilt.text((text) => text.slice(0, text.length / 2)),
  },
  { name: 'a web page', kind: 'body', token: 'html', spoil: spoilt.text(() => '<!doctype html><h1>Back soon</h1>') },
  { name: 'an empty body', kind: 'body', token: 'empty', spoil: spoilt.text(() => '') },
  { name: 'null', kind: 'body', spoil: spoilt.json(() => null) },
  { name: 'a list where an object is shown', kind: 'body', spoil: spoilt.json(() => []) },
  { name: 'a word', kind: 'body', spoil: spoilt.json(() => 'maintenance') },
  { name: 'an object without anything', kind: 'body', spoil: spoilt.json(() => ({})) },
  { name: 'other types', kind: 'body', spoil: spoilt.json(spoilt.otherTypes) },
  { name: 'every value a list', kind: 'body', spoil: spoilt.json(spoilt.boxed) },
  { name: 'nulls in every place', kind: 'body', spoil: spoilt.json(spoilt.nulls) },
  { name: 'nulls at the top', kind: 'body', spoil: spoilt.json(spoilt.nullsAtTop) },
  { name: 'words that no set has', kind: 'body', spoil: spoilt.json(spoilt.otherWords) },
  { name: 'fields that nobody knows', kind: 'body', spoil: spoilt.json(spoilt.moreFields) },
  { name: 'totals that move', kind: 'list', token: 'moving', spoil: spoilt.json(spoilt.movedTotal) },
  { name: 'a total that is none', kind: 'list', spoil: spoilt.json(spoilt.oddTotal) },
  { name: 'a page size refused', kind: 'list', token: 'max-25', spoil: spoilt.refused(400) },
  { name: 'hostile links of lists', kind: 'list', token: 'hostile-links', spoil: spoilt.json(spoilt.hostileLinks) },
  { name: 'hostile links all over', kind: 'list', spoil: spoilt.json(spoilt.hostileLinks) },
  { name: 'rows of a wrong shape', kind: 'list', token: 'wrong-shape', spoil: spoilt.json(spoilt.boxed) },
  { name: 'yesterday’s date', kind: 'list', spoil: spoilt.dated(-1) },
  { name: 'tomorrow’s date', kind: 'list', spoil: spoilt.dated(1) },
]
