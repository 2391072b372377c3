/** Reads the lists of a delivery: what triggered it, its signals, its errors. One that can't be read hides no other. */
import type { DeliveredError, DeliveredSignal } from './deliveries'
import {
  type Item,
  isId,
  isObject,
  MOST_DESCRIPTION,
  MOST_ITEMS,
  type Note,
  type Part,
  partOf,
} from './delivery-fields'
import { codeNamed, groupAndName, signalCode } from './signal-code'

/** A trigger of what is delivered on subscribing: no signal has changed. */
const FIRST_DELIVERY = 'FIRST_DELIVERY'

/** `{code}`, or `{group, name}` */
function codeIn(part: Part): string | undefined {
  const code = part.id('code')
  if (code !== undefined) return usable(codeNamed(code))
  const [group, name] = [part.id('group'), part.id('name')]
  return group !== undefined && name !== undefined ? usable(signalCode(group, name)) : undefined
}

/** Made of two parts it can be longer than an ID may be. */
const usable = (code: string) => (isId(code) ? code : undefined)

/** Of a text, or of an object with a code or a name. */
function codeOf({ value, place }: Item, note: Note): string | undefined {
  if (typeof value === 'string') return usable(codeNamed(value))
  return isObject(value) ? codeIn(partOf(value, place, note)) : undefined
}

/** The codes of a list that names signals, each once. */
function codesOf(items: readonly Item[], note: Note, read = codeOf): string[] {
  const codes = new Set<string>()
  for (const item of items) {
    const code = read(item, note)
    if (code === undefined) note(item.place)
    else codes.add(code)
  }
  return [...codes]
}

function triggerOf(item: Item, note: Note): string | undefined {
  if (!isObject(item.value)) return codeOf(item, note)
  const trigger = partOf(item.value, item.place, note)
  const signal = trigger.raw('signal')
  if (signal !== undefined) return codeOf({ value: signal, place: trigger.placeOf('signal') }, note)
  return codeIn(trigger) ?? (trigger.text('type') === FIRST_DELIVERY ? FIRST_DELIVERY : undefined)
}

/** @param holders each may have some */
export function readTriggers(holders: readonly Part[], note: Note): string[] {
  const items = holders.flatMap((holder) => holder.items('triggers'))
  const [next] = items.slice(MOST_ITEMS)
  if (next) note(next.place)
  return codesOf(items.slice(0, MOST_ITEMS), note, triggerOf)
}

/** A list, one of them, or an object that has them under `Group.Name`. */
export function readSignals(data: Part, note: Note): DeliveredSignal[] {
  const signals = data.raw('signals')
  const isKeyed = isObject(signals) && codeIn(partOf(signals, '', () => {})) === undefined
  const read = isKeyed
    ? data.entries('signals').map(({ key, ...item }) => readKeyed(key, item, note))
    : data.items('signals').map((item) => readListed(item, note))
  return read.filter((signal) => signal !== undefined)
}

function readListed({ value, place }: Item, note: Note): DeliveredSignal | undefined {
  const part = isObject(value) ? partOf(value, place, note) : undefined
  const code = part && codeIn(part)
  if (part && code !== undefined) return signalOf(code, part, part.raw('body'))
  note(place)
  return undefined
}

function readKeyed(key: string, { value, place }: Item, note: Note): DeliveredSignal | undefined {
  const holder = isObject(value) && hasOwnParts(value) ? value : { body: value }
  // What it is called is said by its key, unless it says so itself.
  const part = partOf({ code: codeNamed(key), ...groupAndName(key), ...holder }, place, note)
  const code = codeIn(part)
  if (code !== undefined) return signalOf(code, part, bodyOf(holder))
  note(place)
  return undefined
}

/** True for a body with what belongs to it; else it is a body alone, which may have a `status` of its own, a text. */
const hasOwnParts = (value: object): value is Record<string, unknown> =>
  Object.hasOwn(value, 'body') ||
  ('status' in value && isObject(value.status)) ||
  ('meta' in value && isObject(value.meta))

/** A body that isn't apart is all the rest: `{value, unit, status, meta}`. */
function bodyOf(holder: { body?: unknown; [name: string]: unknown }): unknown {
  if (Object.hasOwn(holder, 'body')) return holder.body ?? undefined
  const { code, name, group, status, meta, ...body } = holder
  return Object.keys(body).length > 0 ? body : undefined
}

function signalOf(code: string, part: Part, body: unknown): DeliveredSignal {
  const meta = part.part('meta')
  const [retrievedAt, fetchedAt] = [meta.time('retrievedAt'), meta.time('fetchedAt')]
  return {
    code,
    name: part.text('name'),
    group: part.text('group'),
    body,
    ...statusOf(part),
    recordedAt: meta.time('oemUpdatedAt'),
    fetchedAt: retrievedAt ?? fetchedAt,
  }
}

/** `{value, error: {type, code}}`, or a word. */
function statusOf(part: Part): Pick<DeliveredSignal, 'status' | 'error'> {
  if (typeof part.raw('status') === 'string') return { status: part.text('status'), error: undefined }
  const status = part.part('status')
  const error = status.part('error')
  const isError = isObject(status.raw('error'))
  return {
    status: status.text('value'),
    error: isError ? { type: error.text('type'), code: error.text('code') } : undefined,
  }
}

export const readErrors = (data: Part, note: Note): DeliveredError[] =>
  data.items('errors').flatMap((item) => {
    if (isObject(item.value)) return errorOf(partOf(item.value, item.place, note), note)
    note(item.place)
    return []
  })

function errorOf(part: Part, note: Note): DeliveredError {
  const [docUrl, docURL] = [part.text('docUrl', MOST_DESCRIPTION), part.text('docURL', MOST_DESCRIPTION)]
  const isWord = typeof part.raw('resolution') === 'string'
  return {
    type: part.text('type'),
    code: part.text('code'),
    state: part.text('state'),
    description: part.text('description', MOST_DESCRIPTION),
    suggestedUserMessage: part.text('suggestedUserMessage', MOST_DESCRIPTION),
    docUrl: docURL ?? docUrl,
    resolution: isWord ? part.text('resolution') : part.part('resolution').text('type'),
    signals: codesOf(part.items('signals'), note),
  }
}
