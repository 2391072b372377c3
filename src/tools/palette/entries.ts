/** What the palette offers for a text: pages, what was looked at, what an id could be, links of the API, actions. */

import { isOverfull, MOST_PARAMETERS } from '../../api/search'
import { cutMiddle } from '../../ui/format'
import type { Directory } from '../directory/directory'
import { isPresent } from '../directory/entries'
import { findsUser, findsVehicle, wordsOf } from '../directory/search'
import type { Place } from '../keyboard/shortcuts'
import { carOf } from '../names'
import type { RecentThing } from '../recent'
import type { View } from '../views/views'
import { consoleAddressOf } from './api-link'
import * as texts from './texts'

export interface PaletteEntry {
  key: string
  text: string
  kind: string
  /** The console's address, or what is done. */
  go: string | (() => void)
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
}

export function entriesFor(given: string, { places, recent, directory, actions, views }: Offered): PaletteEntry[] {
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
  return [
    ...pages.filter((entry) => has(entry.text)),
    ...saved.filter((entry) => has(entry.text)),
    ...actions.filter((entry) => text !== '' && has(entry.text)),
    ...(text === '' ? looked : looked.filter(({ go }) => typeof go === 'string' && has(decodeURIComponent(go)))),
    ...(text.length < 2 ? [] : hits(words, directory)),
    ...(isId(text) ? asId(text) : []),
  ]
}

/** Whatever a pasted id is of: the one that is meant is chosen. */
const asId = (id: string): PaletteEntry[] =>
  (Object.keys(things) as RecentThing['kind'][]).map((kind) => ({
    key: `id ${kind}`,
    text: texts.openAs(id.length > 60 ? cutMiddle(id, 30, 20) : id, things[kind][1]),
    kind: texts.id,
    go: addressOf(kind, id.toWellFormed()),
  })) // the keys of a constant object

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
