/** Contradictions and links of an envelope, as the list pages show them. */

import { describe, expect, it } from 'vitest'
import { connections } from '../api/connections'
import type { Paging } from '../api/json-api'
import { subscriptions } from '../api/subscriptions'
import { users } from '../api/users'
import { endedRemoval } from '../changes/removal-harness'
import { ANY_NUMBER, contradictionsOf, movedTotal, pageLinks, removedFrom } from './envelope'
import { differencesOf } from './list'

const link = (page: number, size = 10) => `/v3/connections?page[number]=${page}&page[size]=${size}`
const paging = (over: Partial<Paging> = {}): Paging => ({
  pageNumber: 2,
  pageSize: 10,
  totalCount: 35,
  links: { self: link(2), first: link(1), prev: link(1), next: link(3), last: link(4) },
  ...over,
})
const active = { 'filter[vehicle.mode]': 'live', 'page[number]': '2' }

describe('pageLinks', () => {
  it('keeps the active filter though the links carry page parameters only', () => {
    const { next, last } = pageLinks(paging(), active)
    expect(next).toMatchObject({
      kind: 'page',
      search: { 'filter[vehicle.mode]': 'live', 'page[number]': '3', 'page[size]': '10' },
    })
    expect(last).toMatchObject({ kind: 'page', number: 4 })
  })
  it('disables what the envelope says is null, and nothing else', () => {
    const atStart = pageLinks(paging({ pageNumber: 1, links: { ...paging().links, prev: null } }), active)
    expect(atStart).toMatchObject({ first: { kind: 'page', number: 1 }, prev: { kind: 'none' } })
    const atEnd = pageLinks(paging({ pageNumber: 4, links: { ...paging().links, next: null } }), active)
    expect(atEnd).toMatchObject({ next: { kind: 'none' }, last: { kind: 'page', number: 4 } })
  })
  it('takes a filter that the page’s path says as asked for, and does not repeat it', () => {
    const links = { ...paging().links, next: `${link(3)}&filter[userId]=u`, last: `${link(4)}&filter[userId]=other` }
    const { next, last } = pageLinks(paging({ links }), active, undefined, { 'filter[userId]': 'u' })
    expect(next).toMatchObject({ kind: 'page', number: 3 })
    expect(next).not.toHaveProperty(['search', 'filter[userId]'])
    expect(last).toEqual({ kind: 'contradiction', name: 'filter[userId]', value: 'other' })
  })
})

describe('contradictionsOf', () => {
  it('finds none in a sound envelope', () => {
    expect(contradictionsOf(paging(), 10, active)).toEqual([])
  })
  it('a page beyond the last leads to the last', () => {
    const beyond = paging({ pageNumber: 9, links: { ...paging().links, next: null } })
    const [first] = contradictionsOf(beyond, 0, { ...active, 'page[number]': '9' })
    expect(first?.text).toContain('beyond the last page')
    expect(first?.way?.search).toEqual({ ...active, 'page[number]': '4' })
  })
  it('prev null on page 2', () => {
    const [first] = contradictionsOf(paging({ links: { ...paging().links, prev: null } }), 10, active)
    expect(first?.text).toContain('nothing comes before page 2')
  })
  it('next null before the last page', () => {
    const [first] = contradictionsOf(paging({ links: { ...paging().links, next: null } }), 10, active)
    expect(first?.way?.search).toMatchObject({ 'page[number]': '3' })
  })
  it('another page than the one asked for', () => {
    expect(contradictionsOf(paging({ pageNumber: 3 }), 10, active)[0]?.text).toContain('returned page 3')
  })
  it('a link that filters by something else, and one that names no page', () => {
    const links = { ...paging().links, next: `${link(3)}&filter[userId]=x`, last: 'javascript:alert(1)' }
    const texts = contradictionsOf(paging({ links }), 10, active).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain('filter[userId] = x')
    expect(texts[1]).toContain('names no page')
  })
  it('a count without rows', () => {
    expect(contradictionsOf(paging(), 0, active)[0]?.way?.text).toBe('Go to the first page')
  })
})

describe('movedTotal', () => {
  const none = 0
  const first = { question: '?filter', page: 1, total: 100, removed: none }
  const said = (total: number, removed = none) => movedTotal(first, { ...first, page: 2, total, removed })
  it('says what moved between two pages of one list', () => {
    expect(said(99)).toBe('The total changed from 100 to 99 since the previous page.')
    expect(said(101)).toBe('The total changed from 100 to 101 since the previous page.')
  })
  it('is no surprise where the page is the same or the question another', () => {
    expect(said(100)).toBeUndefined()
    expect(movedTotal(first, { ...first, total: 99 })).toBeUndefined()
    expect(movedTotal(first, { ...first, question: '?other', page: 2, total: 5 })).toBeUndefined()
  })
  it('is no surprise where what this browser removed may have taken as many, be they of this list or not yet gone', () => {
    for (const total of [97, 98, 99, 100]) expect(said(total, 3)).toBeUndefined()
    expect(said(40, ANY_NUMBER)).toBeUndefined()
  })
  it('says the totals that were shown where removals do not explain them', () => {
    expect(said(96, 3)).toContain('from 100 to 96')
    expect(said(101, ANY_NUMBER + 3)).toContain('from 100 to 101')
    const after = { ...first, removed: 2 * ANY_NUMBER + 5 }
    expect(movedTotal(after, { ...after, page: 2, total: 99 })).toContain('from 100 to 99')
    expect(movedTotal(after, { ...after, page: 2, removed: none })).toBeUndefined() // notices that were dismissed
  })
})

describe('removedFrom', () => {
  it('counts what the given operations have taken, and nothing of another kind', () => {
    const removals = {
      a: endedRemoval('DELETE /v3/connections/{connectionId}', 'a'),
      b: endedRemoval('DELETE /v3/connections/{connectionId}', 'b', 'accepted'),
      c: endedRemoval('DELETE /v3/connections/{connectionId}', 'c', 'failed'),
      d: endedRemoval('DELETE /v3/subscriptions/{subscriptionId}', 'd'),
      e: endedRemoval('DELETE /v3/users/{userId}', 'e'),
    }
    const own = { [connections.remove.operation]: 1 }
    expect(removedFrom(removals, own)).toBe(2)
    expect(removedFrom(removals, { ...own, [users.remove.operation]: ANY_NUMBER })).toBe(ANY_NUMBER + 2)
    expect(removedFrom(removals, { [subscriptions.remove.operation]: 1 })).toBe(1)
    expect(removedFrom(removals, {})).toBe(0)
  })
})

describe('differencesOf', () => {
  it('tells broken rows from places that differ', () => {
    const raw = { type: 'connection' }
    const { places, brokenRows } = differencesOf({
      differences: [
        { path: ['data', 3], expected: 'a whole record', got: raw },
        { path: ['data', 1, 'attributes', 'vehicle', 'year'], expected: 'a whole number', got: '2020' },
      ],
    })
    expect(brokenRows).toEqual([{ key: '3', text: 'Row 4 of this page doesn’t match the API and can’t be shown', raw }])
    expect(places.map(({ place }) => place)).toEqual(['data[3]', 'data[1].attributes.vehicle.year'])
  })
})
