/**
 * Whatever a person does, in whatever order, and whatever the line makes of it: nothing is sent that was not asked for,
 * nothing is sent for another account, and every notice and row says what the sandbox itself knows.
 */
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { createBrowser, type LoadTab, type Tab } from './browser'
import { createClock } from './clock'
import { bundleTab } from './load-tab'
import { type Operation, sequence } from './operations'
import { createServer, type Fate, OWN_TOKEN, SERVICE, type Sent } from './server'
import type { Thing } from './tab'

/** As many as `npm run soak` wants, or `npm test`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? 150)
/** As many as are told of together. */
const ROUND = 2000
const TOKENS = [undefined, 'sandbox-a', 'sandbox-b'] as const
const OPERATORS = ['operator-1', 'operator-2'] as const
/** Requests of a sequence among which some are held back. */
const MOST_HELD_BACK = 100
/** What a tab knew of removals may be gone after these, or be requested again: for how long, in virtual ms. */
const FORGETS: { readonly [key in Operation['do']]?: number } = {
  tokens: 13_000,
  'sign out': 13_000,
  'sign in': 13_000,
  'sign-in ends': 13_000,
  'look again': 13_000,
  open: 25,
  close: 25,
  reload: 25,
}
/** Few enough that things meet. */
const THINGS = 6

let load: LoadTab
let runs = 0
beforeAll(async () => {
  load = await bundleTab()
})

/** What a person asked for, in which tab, and for which account the tab showed it. */
interface Asked {
  tab: string
  id: string
  place: string
}
const key = (...parts: unknown[]) => JSON.stringify(parts)

const rounds = Array.from({ length: Math.ceil(SEQUENCES / ROUND) }, (_, index) => index)

it.each(rounds)(`sequences, round %i of ${rounds.length}`, { timeout: 600_000 }, async (round) => {
  const seed = process.env.SEQUENCES_SEED
  await fc.assert(
    fc.asyncProperty(sequence, async ({ operations, fates }) => {
      const differences = await run(operations, fates)
      expect(differences).toEqual([])
    }),
    { numRuns: Math.min(ROUND, SEQUENCES - round * ROUND), ...(seed && { seed: Number(seed) + round }) },
  )
})

async function run(operations: readonly Operation[], fates: readonly Fate[]): Promise<string[]> {
  runs += 1
  const world = String(runs)
  const clock = createClock(Date.UTC(2026, 0, 5))
  const server = createServer(clock, (name) => `${name}:${world}`)
  let calls = 0
  const browser = createBrowser(clock, server, load, () => {
    calls += 1
    const fate = fates[calls % fates.length] ?? { kind: 'answered', there: 1, back: 1 }
    // What is held back waits its turn: a service that holds everything back for ever is never done with.
    return fate.kind === 'held back' && calls > MOST_HELD_BACK ? { ...fate, kind: 'answered' } : fate
  })
  const { connections, users } = server.things()
  const things: Thing[] = [
    ...connections.slice(0, THINGS).map((id): Thing => ({ kind: 'connection', id })),
    ...users.slice(-THINGS / 2).map((id): Thing => ({ kind: 'user', id })),
  ]
  const thingAt = (at: number): Thing => things[at % things.length] ?? { kind: 'connection', id: 'none' }
  const asked: Asked[] = []
  /** What was selected in a tab since its account last changed. */
  const selected = new Map<Tab, { place: string | undefined; ids: Set<string> }>()
  const differences: string[] = []
  /** When one of `FORGETS` happened, and until when it may be felt, in virtual ms. */
  const forgot: { from: number; to: number }[] = []

  const openTabs = () => browser.tabs.filter(({ isClosed }) => !isClosed)
  const tabAt = (at: number): Tab | undefined => openTabs()[at % Math.max(1, openTabs().length)]
  const note = (tab: Tab, id: string) => {
    const place = tab.api.place()
    if (place !== undefined) asked.push({ tab: tab.name, id, place })
  }
  /** Rows are on screen once the account is known, and not where nobody is signed in. */
  const hasRows = (tab: Tab) => tab.api.place() !== undefined

  browser.open()
  await clock.pass(5)
  for (const one of operations) {
    const felt = FORGETS[one.do]
    if (felt) forgot.push({ from: clock.now(), to: clock.now() + felt })
    const tab = 'tab' in one ? tabAt(one.tab) : undefined
    switch (one.do) {
      case 'remove': {
        const thing = thingAt(one.thing)
        if (!tab || !hasRows(tab)) break
        note(tab, thing.id)
        tab.api.remove(thing)
        break
      }
      case 'select': {
        if (!tab || !hasRows(tab)) break
        const some = Array.from({ length: one.many + 1 }, (_, at) => thingAt(one.thing + at))
        tab.api.select(some)
        const place = tab.api.place()
        const known = selected.get(tab)
        const ids = known !== undefined && known.place === place ? known.ids : new Set<string>()
        for (const { id } of some) ids.add(id)
        selected.set(tab, { place, ids })
        break
      }
      case 'look again':
        tab?.api.lookAgain(thingAt(one.thing))
        break
      case 'tokens':
        void tab?.api.changeTokens(TOKENS[one.token % TOKENS.length]).catch(() => undefined)
        break
      case 'sign out':
        void tab?.api.signOut().catch(() => undefined)
        break
      case 'sign in':
        browser.jar.cookies = {
          ...browser.jar.cookies,
          operator: OPERATORS[one.operator % OPERATORS.length] ?? null,
          signIn: browser.jar.cookies.signIn + 1,
        }
        browser.open()
        for (const other of openTabs()) void other.api.lookForSignIn().catch(() => undefined)
        break
      case 'sign-in ends':
        browser.jar.cookies = { ...browser.jar.cookies, operator: null }
        break
      case 'open':
        browser.open()
        break
      case 'close':
        if (tab) browser.close(tab)
        break
      case 'reload':
        if (!tab) break
        browser.close(tab)
        browser.open(tab.session)
        break
      case 'wait':
        await clock.pass(one.ms)
    }
    await clock.pass(1)
    for (const each of openTabs()) {
      const { place, ids } = selected.get(each) ?? { place: undefined, ids: new Set<string>() }
      const shown = (['connection', 'user'] as const).flatMap((kind) => each.api.selected(kind))
      const strange = each.api.place() === place ? shown.filter((id) => !ids.has(id)) : shown
      if (strange.length > 0) differences.push(`${each.name} has ${strange} selected, which nobody selected there`)
    }
  }
  await clock.rest(100_000)

  // Who each place is of.
  const accounts = new Map<string, { operator: string; token: string }>()
  for (const operator of OPERATORS)
    for (const token of TOKENS) {
      const place = JSON.stringify([SERVICE, operator, server.accountOf({ operator, token })])
      accounts.set(place, { operator, token: `${token ?? OWN_TOKEN}:${world}` })
    }
  const placeOfSent = ({ operator, token }: Sent) =>
    [...accounts].find(([, one]) => one.operator === operator && one.token === token)?.[0]

  // 1. Nothing is sent that was not asked for, in that tab, for that account, that often.
  const budget = new Map<string, number>()
  for (const { tab, id, place } of asked) budget.set(key(tab, id, place), (budget.get(key(tab, id, place)) ?? 0) + 1)
  for (const one of server.sent) {
    const at = key(one.tab, one.id, placeOfSent(one))
    const left = budget.get(at) ?? 0
    if (left <= 0) differences.push(`${one.tab} sent DELETE ${one.id} with ${one.token}, which nobody asked for`)
    budget.set(at, left - 1)
  }

  // 2. Every notice says what the sandbox knows, under the account for which the removal was sent.
  const isThere = async ({ kind, id }: Thing, token: string) => server.isThere(kind, id, token)
  for (const tab of openTabs()) {
    const place = tab.api.place() ?? ''
    const here = accounts.get(place)
    const outcomes = tab.api.outcomes()
    for (const { id, outcome } of outcomes) {
      const thing = things.find((one) => one.id === id)
      if (!here || !thing || !asked.some((one) => one.id === id && one.place === place && one.tab === tab.name)) {
        differences.push(`${tab.name} shows an outcome of ${id}, which nobody asked to remove there`)
        continue
      }
      if ((outcome === 'removed' || outcome === 'already gone') && (await isThere(thing, here.token)))
        differences.push(`${tab.name} says that ${id} is ${outcome} under ${here.token}, and it is there`)
      const isAccepted = server.sent.some((one) => one.id === id && one.token === here.token && one.status < 300)
      if (outcome === 'accepted' && !isAccepted)
        differences.push(`${tab.name} says that ${id} is accepted under ${here.token}, and it never was`)
    }
    for (const one of server.sent) {
      if (one.tab !== tab.name || placeOfSent(one) !== place || forgot.some(({ to }) => to >= one.at)) continue
      const shown = outcomes.find(({ id }) => id === one.id)?.outcome
      const isSaid = shown !== undefined && ['removed', 'already gone', 'accepted'].includes(shown)
      if (shown === undefined) differences.push(`${tab.name} sent DELETE ${one.id}, and shows no outcome`)
      else if (one.status < 300 && !isSaid && (one.isAnswered || shown !== 'unknown'))
        differences.push(`${tab.name} removed ${one.id}, and shows ${shown}`)
    }
    // 3. Rows crossed out on screen are gone.
    for (const id of tab.api.marked()) {
      const thing = things.find((one) => one.id === id)
      if (!here || !thing || (await isThere(thing, here.token)))
        differences.push(`${tab.name} marks ${id}, which is there`)
    }
    for (const error of tab.errors) differences.push(`${tab.name} threw ${String(error)}`)
  }
  return differences
}
