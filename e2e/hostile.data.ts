/** What a hostile case is made of: a plan drawn from a seed, and the body that it makes of a true one. */
import fc from 'fast-check'
import { DEEP, deepened, hostileKey, hostileNumber, hostileText, texts } from '../src/sandbox/hostile'

/** What is replaced. */
const kinds = ['one text everywhere', 'texts', 'some texts', 'ids', 'all but ids', 'shape', 'long', 'error'] as const

export interface Plan {
  kind: (typeof kinds)[number]
  texts: readonly string[]
  numbers: readonly number[]
  /** Which leaves: by turns. */
  turns: readonly boolean[]
  keys: readonly string[]
  /** The id in the page's own address, where it is another one. */
  id: string | undefined
  status: number
}

const longTexts = Object.values(texts).filter((text) => text.length >= 20_000)
/** No address can hold these: the browser or the gateway ends before the page begins. */
const isInAddress = (id: string) => id.isWellFormed() && !['', '.', '..'].includes(id) && id.length < 2000

const plans: fc.Arbitrary<Omit<Plan, 'kind'>> = fc.record({
  texts: fc.array(hostileText, { minLength: 23, maxLength: 23 }),
  numbers: fc.array(hostileNumber, { minLength: 7, maxLength: 7 }),
  turns: fc.array(fc.boolean(), { minLength: 11, maxLength: 11 }),
  keys: fc.array(hostileKey, { minLength: 3, maxLength: 3 }),
  id: fc.option(hostileText.filter(isInAddress), { nil: undefined }),
  status: fc.constantFrom(400, 403, 404, 409, 429, 500, 502),
})

/** The plan of one case: the same for the same seed and number; the kinds in turn. */
export function planOf(seed: number, number: number): Plan {
  const [plan] = fc.sample(plans, { seed: seed + number * 7919, numRuns: 1 })
  const kind = kinds[number % kinds.length]
  if (!plan || !kind) throw new Error('nothing was drawn')
  return { ...plan, kind }
}

/** What a body may hold of long texts in all. */
const MOST_LONG = 6_000_000
/** Names under which a text stays, or nothing would be shown at all. */
const isKept = (name: string) => name === 'type' || name === 'path'
const isId = (name: string) => /^(id|code|serviceId|taskId|systemId)$/.test(name)

/** The true body as the plan makes it, as JSON. */
export function spoiltBy(plan: Plan, body: unknown): string {
  let turn = 0
  let room = MOST_LONG
  const textAt = (index: number) => plan.texts[index % plan.texts.length] ?? ''
  const longAt = (index: number) => {
    const text = longTexts[index % longTexts.length] ?? ''
    room -= text.length
    return room > 0 ? text : textAt(index)
  }
  const leaf = (value: unknown, name: string): unknown => {
    turn += 1
    const isChosen = plan.turns[turn % plan.turns.length] === true
    if (typeof value === 'number' && plan.kind === 'shape' && isChosen) return plan.numbers[turn % plan.numbers.length]
    if (typeof value !== 'string' || isKept(name)) return value
    switch (plan.kind) {
      case 'one text everywhere':
        return textAt(0)
      case 'texts':
      case 'error':
        return textAt(turn)
      case 'ids':
        return isId(name) ? textAt(turn) : value
      case 'all but ids':
        return isId(name) ? value : textAt(turn)
      case 'long':
        return isChosen && !isId(name) ? longAt(turn) : value
      default:
        return isChosen ? textAt(turn) : value
    }
  }
  const visit = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) {
      const items = value.map((item) => visit(item, name))
      return plan.kind === 'shape' || plan.kind === 'ids'
        ? items.flatMap((item, at) => (at % 3 ? item : [item, item]))
        : items
    }
    if (typeof value !== 'object' || value === null) return leaf(value, name)
    const own = Object.entries(value).map(([key, item]) => [key, visit(item, key)] as const)
    if (plan.kind !== 'shape') return Object.fromEntries(own)
    turn += 1
    const key = plan.keys[turn % plan.keys.length] ?? ''
    return Object.fromEntries([...own, [key, { polluted: textAt(turn) }], ...(turn % 5 === 0 ? [['deep', DEEP]] : [])])
  }
  return deepened(JSON.stringify(visit(body, '')))
}

/** An error of the service with the plan's texts in every place. */
export const errorBy = (plan: Plan): string =>
  spoiltBy(plan, {
    errors: [0, 1].map(() => ({
      status: 'x',
      type: 'x',
      code: 'x',
      title: 'x',
      detail: 'x',
      description: 'x',
      links: { about: 'x' },
      resolution: { type: 'RETRY_LATER', url: 'x' },
      source: { pointer: 'x' },
    })),
  })
