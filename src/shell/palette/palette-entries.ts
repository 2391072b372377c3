/** What the palette offers for a text: pages, what was looked at, what an id could be, links of the API, actions. */
import { cleanId, withoutInvisible } from '../../api/clean-id'
import { isUuid, uuidWithin } from '../../api/same-id'
import { isOverfull, MOST_PARAMETERS } from '../../api/search'
import { findSignals } from '../../api/signal-search'
import type { TeamFound } from '../../api/team'
import type { RecentThing } from '../../core/recent'
import { carOf } from '../../domain/connections/connection-names'
import type { ListedView } from '../../lists/views/views'
import { cutMiddle } from '../../ui/format'
import type { IconName } from '../../ui/icon-names'
import { describeCleaned } from '../../ui/id-hint'
import type { Place } from '../keyboard/shortcuts'
import { connectionsWith, offeredFor, usersNamed } from '../lookup/look-up'
import { pageIcons } from '../page-icons'
import { consoleAddressOf } from './api-link'
import * as texts from './texts'

/** What can be chosen. */
export interface Offer {
  key: string
  text: string
  /** Beside its name: a signal's code, or the id of what has a name. */
  code?: string | undefined
  /** What of it was found, where its name does not say so: its car, or whose it is. */
  found?: string | undefined
  kind: string
  icon: IconName
  /** What it is reached by without the palette: `g c`. */
  keys?: string
  /** The console's address, or what is done. */
  go: string | (() => void)
  /** True where what is done has an outcome to show here. */
  stays?: true
}

export interface PaletteEntry extends Offer {
  group: string
}

/** The first part of its page's address, and what it is called. */
const things = {
  connection: ['connections', texts.connection],
  user: ['users', texts.user],
  vehicle: ['vehicles', texts.vehicle],
  webhook: ['webhooks', texts.webhook],
  subscription: ['subscriptions', texts.subscription],
} as const

const iconOf = (kind: RecentThing['kind']) => pageIcons[`/${things[kind][0]}`]
const addressOf = (kind: RecentThing['kind'], id: string) => `/${things[kind][0]}/${encodeURIComponent(id)}`

/** Of a longer name this much is drawn. */
const MOST_NAME = 100
/** Hits of the directory that are offered, of each kind. */
const MOST_HITS = 6

/** The words of a text: all of them must be found, in any order. */
const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

/** One id in one word: `.` and `..` are none, nor is a short word of letters alone, which is the beginning of a name. */
const isId = (text: string) =>
  /^\S{3,200}$/.test(text) && text !== '...' && !text.includes('/') && !/^\p{L}{1,7}$/u.test(text)

export interface Offered {
  places: readonly Place[]
  recent: readonly RecentThing[]
  /** What they are called, as far as it is known. */
  names: ReadonlyMap<string, string>
  /** Matches in the directory; undefined until they are there. */
  directory?: TeamFound | undefined
  actions: readonly Offer[]
  views: readonly ListedView[]
  /** The vehicle in view, whose signals are offered. */
  vehicleId?: string | undefined
  /** Finds what an ID is of, by requests. */
  lookUp: (id: string) => void
}

const inGroup = (group: string, offers: readonly Offer[]): PaletteEntry[] =>
  offers.map((offer) => ({ ...offer, group }))

/** The same thing may have been looked at and be in the directory. */
const once = (offers: readonly Offer[]): Offer[] => [...new Map(offers.map((offer) => [offer.key, offer])).values()]

/** @returns what is offered, in its groups; the first is what Enter chooses */
export function entriesFor(given: string, offered: Offered): PaletteEntry[] {
  const { places, recent, names, directory, actions, views, vehicleId, lookUp } = offered
  const text = withoutInvisible(given).trim() === '' ? '' : given.trim()
  const address = consoleAddressOf(text)
  if (address !== undefined) {
    const kind = isOverfull(address) ? texts.overfullLink(MOST_PARAMETERS) : texts.link
    return inGroup(texts.lookUp, [{ key: 'link', text: texts.open(address), kind, icon: 'search', go: address }])
  }
  const meant = uuidWithin(text) ?? withoutInvisible(text)
  const words = wordsOf(meant)
  const has = (name: string) => words.every((word) => name.toLowerCase().includes(word))
  const pages = places.map(
    ([letter, path, name]): Offer => ({
      key: `page ${path}`,
      text: name,
      kind: texts.page,
      icon: pageIcons[path],
      keys: `g ${letter}`,
      go: path,
    }),
  )
  const saved = views.map(
    ({ key, name, address, by }): Offer => ({
      key: `view ${key}`,
      text: name,
      kind: by ?? texts.savedView,
      icon: 'bookmark',
      go: address,
    }),
  )
  if (text === '')
    return [
      ...inGroup(texts.recent, lookedAt(offered)),
      ...inGroup(texts.pages, [...pages, ...saved]),
      ...inGroup(texts.actions, actions),
    ]
  // The beginning of a name is meant for what has it; any other text is rather a customer's.
  const isBegun = (offer: Offer) => offer.text.toLowerCase().startsWith(meant.toLowerCase())
  const begun = [...pages, ...saved, ...actions].filter(isBegun)
  const isOther = (offer: Offer) => has(offer.text) && !isBegun(offer)
  const matches = inGroup(texts.matches, [
    ...once([
      ...(text.length < 2 ? [] : hits(directory, words)),
      ...lookedAt({ names, recent: recent.filter(({ id }) => has(`${id} ${names.get(id) ?? ''}`)) }),
    ]),
    ...(text.length < 2 ? [] : signalsFor(text, vehicleId)),
  ])
  return [
    ...inGroup(texts.goTo, begun),
    ...inGroup(texts.lookUp, lookUps(text, lookUp)),
    ...matches,
    ...inGroup(texts.byId, isId(meant) ? asId(cleanId(meant).id) : []),
    ...inGroup(texts.pages, [...pages, ...saved].filter(isOther)),
    ...inGroup(texts.actions, actions.filter(isOther)),
  ]
}

const lookedAt = ({ recent, names }: Pick<Offered, 'recent' | 'names'>): Offer[] =>
  recent.map(({ kind, id }) => {
    const name = names.get(id)?.slice(0, MOST_NAME)
    const go = addressOf(kind, id)
    const shown = name
      ? { text: name, code: cutMiddle(id), kind: things[kind][1] }
      : { text: texts.looked(things[kind][1], cutMiddle(id)), kind: texts.lookedAt }
    return { key: go, ...shown, icon: iconOf(kind), go }
  })

/** Any text may be a customer's external ID; a UUID is rather an ID of the API. */
function lookUps(text: string, lookUp: (id: string) => void): Offer[] {
  const alike = { kind: texts.lookUp, icon: 'search' } as const
  const connectionsOf = (key: string, externalId: string): Offer[] => [
    { key, text: texts.connectionsOf(externalId), ...alike, go: connectionsWith(externalId) },
  ]
  const cleaner = offeredFor(text)
  const named: Offer[] = [
    ...connectionsOf('external', text),
    ...(cleaner === undefined ? [] : connectionsOf('cleaned external', cleaner)),
    { key: 'users', text: texts.usersNamed(text), ...alike, go: usersNamed(text) },
  ]
  const id = isUuid(text) ? text : uuidWithin(text)
  if (id === undefined) return named
  const found = id === text ? undefined : describeCleaned(cleanId(text))
  return [{ key: 'id', text: texts.lookUpId, found, ...alike, go: () => lookUp(id), stays: true }, ...named]
}

/** Whatever a pasted id is of: the one that is meant is chosen. */
const asId = (id: string): Offer[] =>
  (Object.keys(things) as RecentThing['kind'][]).map((kind) => ({
    key: `id ${kind}`,
    text: texts.openAs(id.length > 60 ? cutMiddle(id, 30, 20) : id, things[kind][1]),
    kind: texts.id,
    icon: iconOf(kind),
    go: addressOf(kind, id.toWellFormed()),
  })) // the keys of a constant object

/** Signals by name, code or alias: of the vehicle in view, or else where one is chosen. */
const signalsFor = (text: string, vehicleId: string | undefined): Offer[] =>
  findSignals(text)
    .slice(0, MOST_HITS)
    .map(({ code, fullName }) => ({
      key: `signal ${code}`,
      text: fullName,
      code,
      kind: texts.signal,
      icon: pageIcons['/signals'],
      go: vehicleId === undefined ? `/signals#${code}` : `/vehicles/${encodeURIComponent(vehicleId)}/signals/${code}`,
    }))

/** One thing that was found, by its name where it has one. */
function hit(kind: 'connection' | 'user' | 'vehicle', id: string, text: string, found?: string): Offer {
  const go = addressOf(kind, id)
  return { key: go, text, code: cutMiddle(id), found, kind: things[kind][1], icon: iconOf(kind), go }
}

/** Of what is tied to a thing, what has a word that the thing's own name and id do not have. */
function foundIn(words: readonly string[], own: string, others: readonly (string | null | undefined)[]) {
  const rest = words.filter((word) => !own.toLowerCase().includes(word))
  return others.find((other) => rest.some((word) => other?.toLowerCase().includes(word)))?.slice(0, MOST_NAME)
}

/** A few of each kind. */
function hits(found: TeamFound | undefined, words: readonly string[]): Offer[] {
  if (!found) return []
  const { users, vehicles, connections } = found
  return [
    ...users.slice(0, MOST_HITS).map(({ id, externalId, cars }) => {
      const by = foundIn(words, `${id} ${externalId ?? ''}`, cars)
      return hit('user', id, externalId?.slice(0, MOST_NAME) || texts.user, by)
    }),
    ...vehicles.slice(0, MOST_HITS).map((vehicle) => {
      const name = carOf(vehicle)
      const by = foundIn(words, `${vehicle.id} ${name}`, [vehicle.externalId])
      return hit('vehicle', vehicle.id, name || texts.vehicle, by)
    }),
    ...connections.slice(0, MOST_HITS).map(({ id }) => hit('connection', id, texts.connection)),
  ]
}
