/** Answers spoilt between browser and gateway: refused, cut off, another body, another shape, another date. */
import type { Route } from '@playwright/test'

type Spoil = (route: Route) => Promise<void>

const DAY_MS = 86_400_000

/** The true answer; undefined where the page went on meanwhile. */
const fetched = (route: Route) => route.fetch().catch(() => undefined)
/** What is answered to a page that went on is nobody's. */
const answered = (done: Promise<void>) => done.catch(() => undefined)

/** Refused as the service words it; as the gateway does where it has a code of its own. */
export const refused =
  (status: number, code?: string): Spoil =>
  (route) =>
    answered(
      route.fulfill({
        status,
        json: {
          errors: [
            {
              status: String(status),
              type: code ? 'GATEWAY' : 'SERVICE',
              code: code ?? `STATUS_${status}`,
              title: `Refused with ${status}`,
              detail: 'It is refused here.',
              links: { about: 'https://elsewhere.example/errors' },
            },
          ],
        },
      }),
    )

export const aborted: Spoil = (route) => answered(route.abort('connectionreset'))

/** The true answer with another text. */
export const text =
  (change: (text: string) => string): Spoil =>
  async (route) => {
    const response = await fetched(route)
    const sent = await response?.text().catch(() => undefined)
    if (response && sent !== undefined) await answered(route.fulfill({ response, body: change(sent) }))
  }

/** The true answer with other JSON; what is no JSON stays. */
export const json = (change: (body: unknown) => unknown): Spoil =>
  text((sent) => {
    try {
      return JSON.stringify(change(JSON.parse(sent)))
    } catch {
      return sent
    }
  })

/** The true answer, with headers of another day. */
export const dated =
  (days: number): Spoil =>
  async (route) => {
    const response = await fetched(route)
    if (!response) return
    const shifted = Object.entries(response.headers()).map(([name, value]) => {
      const isTime = /^date$|-(data-age|fetched-at)$/.test(name) && !Number.isNaN(Date.parse(value))
      if (!isTime) return [name, value]
      const time = new Date(Date.parse(value) + days * DAY_MS)
      return [name, name === 'date' ? time.toUTCString() : time.toISOString()]
    })
    await answered(route.fulfill({ response, headers: Object.fromEntries(shifted) }))
  }

type Leaf = string | number | boolean | null
/** Every value of a body that holds no others, by the name it stands under. */
function leaves(body: unknown, change: (value: Leaf, name: string) => unknown, name = ''): unknown {
  if (Array.isArray(body)) return body.map((item) => leaves(item, change, name))
  if (typeof body !== 'object' || body === null) return change(body as Leaf, name) // JSON has nothing else
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, leaves(value, change, key)]))
}

export const nulls = (body: unknown) => leaves(body, () => null)
export const boxed = (body: unknown) => leaves(body, (value) => [value])
export const otherTypes = (body: unknown) =>
  leaves(body, (value, name) => {
    if (name === 'id' || name === 'path') return value // else there is nothing to show at all: `boxed` has that
    if (typeof value === 'number') return `about ${value}`
    return typeof value === 'string' ? { text: value } : 12.5
  })
export const otherWords = (body: unknown) =>
  leaves(body, (value, name) =>
    /^(type|mode|powertrainType|status|source|state|code|unit)$/.test(name) && typeof value === 'string'
      ? 'SOMETHING_NEW'
      : value,
  )
export const nullsAtTop = (body: unknown) =>
  typeof body === 'object' && body !== null ? Object.fromEntries(Object.keys(body).map((key) => [key, null])) : null
export function moreFields(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(moreFields)
  if (typeof body !== 'object' || body === null) return body
  const own = Object.entries(body).map(([key, value]) => [key, moreFields(value)])
  return Object.fromEntries([['aaa_new', { deep: [1, { er: null }] }], ...own, ['zzz_new', 'x'.repeat(300)]])
}
let asked = 0
export const movedTotal = (body: unknown) =>
  leaves(body, (value, name) => {
    if (name !== 'totalCount' || typeof value !== 'number') return value
    asked += 1
    return Math.max(0, value - asked)
  })
export const oddTotal = (body: unknown) =>
  leaves(body, (value, name) => (/^(totalCount|pageSize|pageNumber)$/.test(name) ? -1 : value))
/** Whatever reads as an address leads elsewhere, by a scheme that must never be followed. */
export const hostileLinks = (body: unknown) =>
  leaves(body, (value, name) =>
    typeof value === 'string' && (/^(https?:|\/|\?)/.test(value) || /url|uri|link/i.test(name))
      ? 'javascript:window.tripped=1'
      : value,
  )
