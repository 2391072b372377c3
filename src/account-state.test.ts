/**
 * When an account ends, nothing of it stays: every store goes back to where it began, every other state of a module is
 * either forgotten with it or named here with the reason why it is not an account's, and what the browser keeps is filed
 * under the account that has ended.
 */
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type MemoryStorage, memoryStorage } from './core/storage-harness'

/** State that outlives an account, and why. */
const notOfAnAccount: Readonly<Record<string, string>> = {
  'core/account.ts account': 'says which epoch it is',
  'core/account.ts lastAccount': 'compares the account with the one before',
  'core/account.ts owner': 'replaced when an account ends',
  'core/account.ts resets': 'what is registered to be forgotten',
  'core/account.ts beginnings': 'who begins anew afterwards',
  'core/account.ts user': 'the operator, who stays',
  'core/account.ts key': 'the account itself',
  'core/account.ts isSameOperator': 'asks the server',
  'core/account.ts isAsking': 'about the sign-in',
  'core/account.ts ownChange': 'the change of tokens itself',
  'core/last-account.ts page': 'the console and the operator, who stay',
  'core/last-account.ts accepted': 'names the account itself',
  'core/operator.ts state': 'the operator, who stays',
  'core/operator.ts listeners': 'who waits for a sign-in',
  'core/operator.ts isTold': 'about the sign-in',
  'core/operator.ts askedAt': 'when the sign-in was asked about',
  'core/operator.ts leaving': 'about the sign-in',
  'ui/later.tsx findFault': 'asks the server',
  'ui/translation.ts fontByText': 'nodes of the page',
  'ui/translation.ts isPatched': 'a property of the browser',
  'core/hydration.ts hydrated': 'whether the page is hydrated yet',
  'core/hydration.ts hydratedAt': 'when the page was hydrated',
  'core/hydration.ts focusedAddress': 'the focus when the page was opened',
  'server/http/pages/entry.tsx lastTurn': 'a turn of the event loop, on the server',
  'core/store.ts isFrozen': 'whether this is a server',
  'core/tab-messages.ts places': 'channels of the operator’s tabs',
  'core/tab-messages.ts place': 'as above',
  'domain/connections/load-connection-page.ts sizes': 'page sizes that the service takes',
  'requests/hints.ts listeners': 'who asks anew; a hint holds no data',
  'requests/hints.ts heardAt': 'when the server was heard last',
  'requests/hints.ts close': 'ends the stream',
  'domain/deliveries/deliveries-page.tsx drawn': 'of rows that are held elsewhere, and gone with them',
  'domain/deliveries/delivery-tail.ts listeners': 'who takes in what arrives; nothing of it is kept here',
  'domain/deliveries/delivery-tail.ts close': 'ends the stream',
  'requests/ahead.ts sending': 'a count of what is on its way',
  'requests/ahead.ts failed': 'counts up',
  'requests/inspector/calls.ts last': 'counts up',
  'domain/vehicles/batch/runs.ts last': 'counts up',
  'requests/extensions.ts configured': 'what the server is configured with',
  'changes/removal.ts load': 'loads the code of the notices',
  'changes/removal.ts senders': 'load code',
  'lists/selection/selection.ts empty': 'never changed',
  'domain/vehicles/permission-view.tsx ofItsOwn': 'never changed',
  'shell/keyboard/shortcuts.ts typedAhead': 'the key that was pressed last',
  'requests/drift/waiting-answers.ts take': 'code that was loaded late',
  'ui/color-scheme.ts chosen': 'a preference of the browser',
  'ui/format.ts present': 'the zone and the moment that a page is drawn with',
  'ui/format.ts shapes': 'formats of times',
  'ui/measure.tsx shapes': 'formats of numbers',
  'ui/in-full.ts shown': 'the element under the focus or the pointer',
  'ui/in-full.ts isTelling': 'whether the page listens',
  'ui/use-now.ts watchers': 'what draws again as time passes',
  'ui/use-now.ts timer': 'as above',
  'ui/use-now.ts step': 'as above',
  'ui/use-now.ts toldAt': 'as above',
  'ui/page.tsx lastPath': 'the page on screen',
  'domain/vehicles/batch/group.tsx spec': 'paths that the operator chose',
}

const root = import.meta.dirname
const files = Object.keys(
  import.meta.glob([
    './**/*.ts',
    './**/*.tsx',
    '!./**/*.test.{ts,tsx}',
    '!./{gateway,sandbox,api,store,team,receiver}/**',
  ]),
)
const stateAt =
  /^(?:export )?(?:let (\w+)|const (\w+)[^=\n]*= (?:new (?:Map|Set|WeakMap|Fold)\b[^(]*\((?:\)|.*\)$)|createStore\b|\{ sound:))/gm

/** The text of what a file does when an account ends, with that of its own functions that it calls. */
function forgettingIn(text: string): string {
  const bodyFrom = (from: number) => (from < 0 ? '' : text.slice(from, text.indexOf('\n}', from)))
  const own = (name: string) => bodyFrom(text.search(new RegExp(`^(?:export )?function ${name}\\(`, 'm')))
  return [...text.matchAll(/onAccountEnd\((\w+\))?/g)]
    .map(({ index, 1: named }) => {
      const line = text.slice(index, text.indexOf('\n', index))
      const body = named ? own(named.slice(0, -1)) : line.endsWith('{') ? bodyFrom(index) : line
      return [body, ...[...body.matchAll(/\b(\w+)\(/g)].map(([, called = '']) => own(called))].join('\n')
    })
    .join('\n')
}

it('state of a module is forgotten with its account, or is named here', () => {
  const found: string[] = []
  const left = files.flatMap((file) => {
    const path = relative(root, `${import.meta.dirname}/${file}`)
    const text = readFileSync(`${root}/${path}`, 'utf8')
    const forgetting = forgettingIn(text)
    return [...text.matchAll(stateAt)].flatMap(([, variable, constant]) => {
      const name = variable ?? constant ?? ''
      found.push(`${path} ${name}`)
      return new RegExp(`\\b${name}\\b`).test(forgetting) || notOfAnAccount[`${path} ${name}`]
        ? []
        : [`${path} ${name}`]
    })
  })
  expect(left).toEqual([])
  expect(Object.keys(notOfAnAccount).filter((name) => !found.includes(name))).toEqual([]) // nothing is excused that is gone
  expect(found.length).toBeGreaterThan(40) // the search itself works
})

/** Every store that is made, with the module that made it. */
const made: { by: string; store: { get(): unknown; set(next: unknown): void } }[] = []
vi.mock('./core/store', async (original) => {
  const store = await original<typeof import('./core/store')>()
  return {
    ...store,
    createStore: (initial: unknown) => {
      const one = store.createStore(initial)
      const { stack = '' } = new Error('made here')
      const callers = [...stack.matchAll(/\/src\/((?:core|requests|changes|lists|domain|shell)\/[^:?)]+)/g)].map(
        ([, path = '']) => path,
      )
      made.push({
        by: callers.find((path) => !/account(-state\.test)?\.ts$/.test(path)) ?? callers[0] ?? '',
        store: one,
      })
      return one
    },
  }
})

let session: MemoryStorage
let local: MemoryStorage
beforeEach(() => {
  session = memoryStorage()
  local = memoryStorage()
  vi.stubGlobal('sessionStorage', session)
  vi.stubGlobal('localStorage', local)
})
afterEach(() => void vi.unstubAllGlobals())

for (const load of Object.values(
  import.meta.glob(['./{core,requests,changes,lists,domain,shell}/**/*.ts', '!./**/*.test.ts', '!./**/*-harness.ts']),
))
  await load()
const { openAccount, nextAccount } = await import('./core/account')
/** Modules whose stores are not an account's, as they are named above. */
const excused = ['core/account.ts', 'core/operator.ts', 'core/preferences.ts']

describe('the next account', () => {
  it('finds every store as it began', async () => {
    openAccount(['https://vehicle.example'], 'operator-1', 'account-1')
    const ofAccounts = made.filter(({ by }) => !excused.includes(by))
    expect(ofAccounts.length).toBeGreaterThan(20)
    const before = new Set<unknown>()
    for (const { store } of ofAccounts) {
      const old = Array.isArray(store.get()) ? ['of account-1'] : { of: 'account-1' }
      before.add(old)
      store.set(() => old)
    }
    nextAccount('account-2')
    expect(ofAccounts.filter(({ store }) => before.has(store.get())).map(({ by }) => by)).toEqual([])
  })
  it('finds nothing of the one before in what the browser keeps; totals stay under their own account', async () => {
    const placeOf = (account: string) => JSON.stringify([['https://vehicle.example'], 'operator-1', account])
    openAccount(['https://vehicle.example'], 'operator-1', 'account-1')
    const { lookedAt } = await import('./core/recent')
    const { readSignal } = await import('./domain/signals/recent-signals')
    const { noteTotal } = await import('./shell/last-visit')
    vi.stubGlobal('window', new EventTarget())
    lookedAt('user', 'secret-2')
    readSignal('secret-3')
    noteTotal('live', 4)

    nextAccount('account-2')
    const kept = [...session.entries, ...local.entries].filter(([, text]) => text !== '[]')
    expect(kept.map(([name]) => name).filter((name) => !name.includes(placeOf('account-1')))).toEqual([])
    expect(kept.map(([name]) => name.split(' ')[0]).sort()).toEqual(['forecourt.visits'])
  })
})
