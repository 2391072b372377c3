/** Writes an answer, spoilt as the token's faults say: another body, half of it, rows and links as they should not be. */
import type { Endpoint } from '../api/endpoint'
import { type FullDialect, spelled } from './dialect'
import { CutError } from './errors'
import type { Faults } from './faults'

/** A list that is about to be spoilt: nothing of its shape is relied on but that it is one. */
interface List {
  data: unknown[]
  links: Record<string, unknown>
}
const isList = (body: unknown): body is List =>
  typeof body === 'object' && body !== null && 'data' in body && Array.isArray(body.data) && 'links' in body

export function spoil(
  body: unknown,
  endpoint: Endpoint,
  { faults, headers, dialect }: { faults: Faults; headers: Record<string, string>; dialect: FullDialect },
): Response {
  const { 'content-type': _, ...bodiless } = headers
  if (body === undefined) return new Response(null, { status: endpoint.success, headers: bodiless })
  const status = endpoint.success
  const text = JSON.stringify(isList(body) ? spoilList(body, faults, dialect) : body)
  switch (faults.replaceBody) {
    case 'html':
      return new Response('<!doctype html><title>Maintenance</title><h1>Back soon</h1>', {
        status,
        headers: { 'content-type': 'text/html' },
      })
    case 'empty':
      return new Response('', { status, headers })
    case 'truncated':
      return new Response(text.slice(0, text.length / 2), { status, headers })
  }
  if (faults.cut === 'body') return new Response(cutInTheMiddle(text), { status, headers })
  return new Response(text, { status, headers })
}

function spoilList(list: List, { wrongShape, links }: Faults, dialect: FullDialect): List {
  const as = (name: string) => spelled(name, dialect)
  return {
    ...list,
    data: wrongShape ? [{ type: 'connection' }, null, ...list.data.map(spoilRow)] : list.data,
    links:
      links === 'hostile'
        ? {
            self: '',
            first: 'javascript:alert(1)',
            prev: `https://elsewhere.example/?${as('page[number]')}=1`,
            next: '//elsewhere.example/x',
            last: `?${as('page[number]')}=1e9&${as('page[size]')}=-1`,
          }
        : links === 'filtered'
          ? Object.fromEntries(
              Object.entries(list.links).map(([name, link]) => [
                name,
                link === null ? null : `${link}&${as('filter[userId]')}=someone-else`,
              ]),
            )
          : list.links,
  }
}

/** The first row has wrong types, the second a mode that the interface does not know and no error address; the others are sound. */
function spoilRow(row: unknown, index: number): unknown {
  const { attributes, ...rest } = row as { attributes?: { vehicle?: object } } // rows of a list are objects
  if (index === 0)
    return {
      ...rest,
      attributes: { ...attributes, permissions: 'all', vehicle: { ...attributes?.vehicle, year: 'new' } },
    }
  if (index === 1)
    return {
      ...rest,
      attributes: { ...attributes, errorCallbackUri: undefined, vehicle: { ...attributes?.vehicle, mode: 'test' } },
    }
  return row
}

/** The listener reads ahead for a moment before it sends anything, and would make a whole 500 of an early error. */
const CUT_AFTER_MS = 20

function cutInTheMiddle(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text)
  let isHalfSent = false
  return new ReadableStream({
    async pull(controller) {
      if (!isHalfSent) {
        isHalfSent = true
        controller.enqueue(bytes.slice(0, bytes.length / 2))
        return
      }
      await new Promise((resolve) => setTimeout(resolve, CUT_AFTER_MS))
      controller.error(new CutError('The connection was cut.'))
    },
  })
}
