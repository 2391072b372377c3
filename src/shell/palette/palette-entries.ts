/** What the palette offers for a text: pages, what was looked at, what an id could be, links of the API, actions. */

import { isOverfull, MOST_PARAMETERS } from '../../api/search'
import { findSignals } from '../../api/signal-search'
import type { RecentThing } from '../../core/recent'
import { carOf } from '../../domain/connections/connection-names'
import { findsUser, findsVehicle, wordsOf } from '../../domain/directory/directory-search'
import type { Directory } from '../../domain/directory/directory-state'
import { isPresent } from '../../domain/directory/entries'
import type { View } from '../../lists/views/views'
import { cutMiddle } from '../../ui/format'
import type { Place } from '../keyboard/shortcuts'
import { connectionsWith, isUuid, usersNamed } from '../lookup/look-up'
import { consoleAddressOf } from './api-link'
import * as texts from './texts'

export interface PaletteEntry {
  key: string
  text: string
  /** Of a signal: beside its name. */
  code?: string
  kind: string
  /** The console's address, or what is done. */
  go: string | (() => void)
  /** True where what is done has an outcome to show here. */
  stays?: true
}

/** The first part of its page's address, and what it is called. */
const things = {
  connection: ['connections', texts.connection],
  user: ['users', texts.user],
  vehicle: ['vehicles', texts.vehicle],
  webhook: ['webhooks', texts.webhook],
  subscription: ['subscriptions', texts.subscription],
} as const

const addressOf = (kind: RecentThing['kind'], id: string) => `/${things[kind][0]}/${encodeURIComponent(id)}`

/** Hits of the directory that are offered. */
const MOST_HITS = 6
/** Directory entries that are looked through: what is typed comes first. */
const MOST_LOOKED = 20_000

/** One id in one word: `.` and `..` are none. */
const isId = (text: string) => /^\S{3,200}$/.test(text) && text !== '...' && !text.includes('/')

export interface Offered {
  places: readonly Place[]
  recent: readonly RecentThing[]
  directory: Pick<Directory, 'entries'>
  actions: readonly PaletteEntry[]
  views: readonly View[]
  /** The vehicle in view, whose signals are offered. */
  vehicleId?: string | undefined
  /** Finds what an ID is of, by requests. */
  lookUp: (id: string) => void
}

export function entriesFor(
  given: string,
  { places, recent, directory, actions, views, vehicleId, lookUp }: Offered,
): PaletteEntry[] {
  const text = given.trim()
  const address = consoleAddressOf(text)
  if (address !== undefined) {
    const kind = isOverfull(address) ? texts.overfullLink(MOST_PARAMETERS) : texts.link
    return [{ key: 'link', text: texts.open(address), kind, go: address }]
  }
  const words = wordsOf(text)
  const has = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const pages = places.map(
    ([, path, name]): PaletteEntry => ({ key: `page ${path}`, text: name, kind: texts.page, go: path }),
  )
  const looked = recent.map(
    ({ kind, id }): PaletteEntry => ({
      key: `recent ${kind} ${id}`,
      text: texts.looked(things[kind][1], cutMiddle(id)),
      kind: texts.lookedAt,
      go: addressOf(kind, id),
    }),
  )
  const saved = views.map(
    ({ name, address }): PaletteEntry => ({ key: `view ${name}`, text: name, kind: texts.savedView, go: address }),
  )
  // The beginning of a name is meant for what has it; any other text is rather a customer's.
  const offeredByName = [...pages, ...saved, ...(text === '' ? [] : actions)]
  const isNamed = (entry: PaletteEntry) => text !== '' && entry.text.toLowerCase().startsWith(text.toLowerCase())
  return [
    ...(text === '' ? looked : []),
    ...offeredByName.filter(isNamed),
    ...(text === '' ? [] : lookUps(text, lookUp)),
    ...(text.length < 2 ? [] : hits(words, directory)),
    ...(text.length < 2 ? [] : signalsFor(text, vehicleId)),
    ...(text === '' ? [] : looked.filter(({ go }) => typeof go === 'string' && has(decodeURIComponent(go)))),
    ...(isId(text) ? asId(text) : []),
    ...offeredByName.filter((entry) => has(entry.text) && !isNamed(entry)),
  ]
}

/** Any text may be a customer's external ID; a UUID is rather an ID of the API. */
function lookUps(text: string, lookUp: (id: string) => void): PaletteEntry[] {
  const named: PaletteEntry[] = [
    { key: 'external', text: texts.connectionsOf(text), kind: texts.lookUp, go: connectionsWith(text) },
    { key: 'users', text: texts.usersNamed(text), kind: texts.lookUp, go: usersNamed(text) },
  ]
  if (!isUuid(text)) return named
  return [{ key: 'id', text: texts.lookUpId, kind: texts.lookUp, go: () => lookUp(text), stays: true }, ...named]
}

/** Whatever a pasted id is of: the one that is meant is chosen. */
const asId = (id: string): PaletteEntry[] =>
  (Object.keys(things) as RecentThing['kind'][]).map((kind) => ({
    key: `id ${kind}`,
    text: texts.openAs(id.length > 60 ? cutMiddle(id, 30, 20) : id, things[kind][1]),
    kind: texts.id,
    go: addressOf(kind, id.toWellFormed()),
  })) // the keys of a constant object

/** Signals by name, code or alias: of the vehicle in view, or else where one is chosen. */
const signalsFor = (text: string, vehicleId: string | undefined): PaletteEntry[] =>
  findSignals(text)
    .slice(0, MOST_HITS)
    .map(({ code, fullName }) => ({
      key: `signal ${code}`,
      text: fullName,
      code,
      kind: texts.signal,
      go: vehicleId === undefined ? `/signals#${code}` : `/vehicles/${encodeURIComponent(vehicleId)}/signals/${code}`,
    }))

function hits(words: readonly string[], { entries }: Pick<Directory, 'entries'>): PaletteEntry[] {
  const found: PaletteEntry[] = []
  for (const user of entries.userList.slice(0, MOST_LOOKED)) {
    if (found.length >= MOST_HITS) break
    if (isPresent(user) && findsUser(user, words))
      found.push({
        key: `user ${user.id}`,
        text: user.externalId?.slice(0, 100) ?? cutMiddle(user.id),
        kind: texts.user,
        go: addressOf('user', user.id),
      })
  }
  const users = found.length
  for (const vehicle of entries.vehicleList.slice(0, MOST_LOOKED)) {
    if (found.length - users >= MOST_HITS) break
    if (isPresent(vehicle) && findsVehicle(vehicle, words))
      found.push({
        key: `vehicle ${vehicle.id}`,
        text: [carOf(vehicle), cutMiddle(vehicle.id)].filter(Boolean).join(' '),
        kind: texts.vehicle,
        go: addressOf('vehicle', vehicle.id),
      })
  }
  return found
}
