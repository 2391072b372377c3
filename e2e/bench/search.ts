/**
 * `node e2e/bench/run.js search --folder FOLDER`, or with `DATABASE_URL`: every sort, filter and kind of word that the
 * pages of users and vehicles can ask for, against a store that `fill` has filled. It prints how many take longer than
 * they may, and the slowest; with `--whole` also all requests until a page without a filter is full, or the list ends.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type TeamPage, teamSorts } from '../../src/api/team'
import { createDirectory } from '../../src/store/directory'
import { openEmbedded } from '../../src/store/embedded'
import { createPostgres } from '../../src/store/postgres'
import { openRealm } from '../../src/store/realms'
import { type Store, StoreError } from '../../src/store/store'

const { values: given } = parseArgs({
  options: {
    key: { type: 'string', default: 'bench' },
    folder: { type: 'string' },
    only: { type: 'string', default: '' },
    slowest: { type: 'string', default: '10' },
    asked: { type: 'string', default: '2' },
    whole: { type: 'boolean', default: false },
  },
})
const MOST_MS = 150
const ROWS = 50
/** Each is asked so often, and the fastest counts: the first one fills what keeps pages in memory. */
const ASKED = Number(given.asked)
const PATIENCE_MS = 600_000

const silent = { info: () => undefined, warn: () => undefined }
const { DATABASE_URL } = process.env

/** What the sandbox's fleet has much of, little of and nothing of. */
const words: Readonly<Record<string, string>> = {
  nothing: '',
  rare: 'harbor-fleet-7',
  absent: 'nowhere99',
  'in 15 %': 'tesla',
  'in 3 %': 'volvo',
  'of external IDs': 'harbor',
  'of a quarter': 'drivers',
  year: '2023',
  'frequent at the end of names': 'zoe',
  'two frequent': 'tesla drivers',
  'two less frequent': 'harbor volvo',
  'two of one kind': 'volvo kona',
  'two that never meet': 'drivers c-',
  three: '2023 tesla harbor',
  'frequent trigrams, no hit': 'drivers.com',
  'frequent trigrams, a year’s': '2020202',
  'frequent trigrams, a model’s': 'model-y',
  'one letter': 'i',
  'two letters': 'i4',
  'two letters, no hit': 'zq',
  'two short ones': 'c- 77',
  'short and long': 'i4 harbor',
  'short without a hit, and long': 'zq tesla',
  'an ID’s beginning, one letter': 'a',
  'three letters': 'a1b',
  'and a frequent word': 'a1b tesla',
}
const filters = [
  {},
  { make: 'Tesla' },
  { make: 'Volvo' },
  { make: 'Nobody' },
  { mode: 'live' },
  { mode: 'simulated' },
  { make: 'Volvo', mode: 'simulated' },
  { make: 'Simulated', mode: 'live' },
]

/** Time that the processor worked for it, in ms, where that can be told: others may be at work, too. */
type Work = () => number

async function opened(): Promise<{ store: Store; work: Work }> {
  if (given.folder !== undefined) {
    const patience = { statementMs: PATIENCE_MS, hopelessMs: PATIENCE_MS }
    const store = await openEmbedded({ folder: given.folder, ...patience }, silent)
    const work = () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    }
    return { store, work }
  }
  if (!DATABASE_URL) throw new Error('Expects --folder or DATABASE_URL.')
  const store = createPostgres({ url: DATABASE_URL, pool: 1 }, silent)
  const [row] = await store.query('SELECT pg_backend_pid() AS pid')
  const work = () => {
    try {
      return Number(readFileSync(`/proc/${row?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
    } catch {
      return 0 // another machine's
    }
  }
  return { store, work }
}

interface Cost {
  ms: number
  work: number
}
interface Asked {
  name: string
  first: Cost
  whole: Cost & { requests: number; rows: number }
}

const { store, work } = await opened()
const directory = createDirectory(store, await openRealm(store, given.key))

async function cost<T>(ask: () => Promise<T>): Promise<Cost & { answer: T }> {
  const [began, worked] = [performance.now(), work()]
  const answer = await ask()
  return { answer, ms: performance.now() - began, work: work() - worked }
}

type Read = (after: string | undefined) => Promise<Omit<TeamPage<unknown>, 'asOf'>>

async function measure(
  name: string,
  read: Read,
  isWhole: boolean,
  after?: string,
): Promise<Asked & { next: string | null }> {
  const tries = []
  for (let nth = 0; nth < ASKED; nth += 1) {
    const { answer, ...first } = await cost(() => read(after))
    const whole = { ...first, requests: 1, rows: answer.rows.length }
    let { next } = answer
    while (isWhole && nth === 0 && next !== null && whole.rows < ROWS) {
      const more = await cost(() => read(next ?? undefined))
      whole.ms += more.ms
      whole.work += more.work
      whole.requests += 1
      whole.rows += more.answer.rows.length
      next = more.answer.next
    }
    tries.push({ name, first, whole, next })
  }
  const [one, again] = tries
  if (!one) throw new Error('It is asked at least once.')
  return again && again.first.ms < one.first.ms ? { ...one, first: again.first } : one
}

const all: Asked[] = []
/** What the store gave up. */
const failed: string[] = []
async function ask(name: string, read: Read, isWhole: boolean) {
  if (!name.includes(given.only)) return
  const began = performance.now()
  try {
    const first = await measure(name, read, isWhole)
    all.push(first)
    if (first.next !== null) all.push(await measure(`${name}, the next page`, read, false, first.next))
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    failed.push(`${name}: ${error.message} (${(performance.now() - began).toFixed(0)} ms)`)
  }
}

for (const [kind, q] of Object.entries(words))
  for (const sort of teamSorts) {
    const search = { ...(q && { q }), sort, limit: ROWS }
    const named = `by ${sort}: ${kind}${q && ` “${q}”`}`
    await ask(`users ${named}`, (after) => directory.users({ ...search, after }), given.whole)
    for (const filter of filters)
      await ask(
        `vehicles ${[...Object.values(filter), named].join(' ')}`,
        (after) => directory.vehicles({ ...search, ...filter, after }),
        given.whole && Object.keys(filter).length === 0,
      )
  }
await store.close()

function report(title: string, of: (one: Asked) => Cost, more: (one: Asked) => string) {
  const slow = all.filter((one) => of(one).ms > MOST_MS).length
  const working = all.filter((one) => of(one).work > MOST_MS).length
  console.info(`\n${title}: ${slow} of ${all.length} took over ${MOST_MS} ms; ${working} over ${MOST_MS} ms of work`)
  const ordered = all.toSorted((a, b) => of(b).work - of(a).work || of(b).ms - of(a).ms)
  for (const one of ordered.slice(0, Number(given.slowest)))
    console.info(
      `${of(one).work.toFixed(0).padStart(6)} ms of work, ${of(one).ms.toFixed(0).padStart(6)} ms  ${one.name}${more(one)}`,
    )
}
report(
  'The first request',
  (one) => one.first,
  () => '',
)
if (given.whole)
  report(
    'Until the page is full',
    (one) => one.whole,
    ({ whole }) => ` (${whole.rows} rows, ${whole.requests} requests)`,
  )
for (const line of failed) console.info(`failed: ${line}`)
