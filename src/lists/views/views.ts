/** Saved views: a name for an address of this console. Kept in this browser; an address may hold an id, which is said. */
import * as z from 'zod/mini'
import { persistedUserStore } from '../../core/account'
import { readFile } from '../../core/own-file'
import { useStore } from '../../core/store'
import { doesNotFit } from '../../core/texts'
import * as texts from './texts'

const MOST_VIEWS = 200
const MOST_NAME = 80
const MOST_ADDRESS = 4000

/** Path and query on this console, nothing before and nothing behind: what another site wrote leads nowhere else. */
const isLocal = (text: string): boolean => {
  if (!/^\/(?![/\\])/.test(text) || /[\p{Cc}\\#]/u.test(text) || text.length > MOST_ADDRESS) return false
  return (
    URL.canParse(text, 'http://console.invalid') && new URL(text, 'http://console.invalid').host === 'console.invalid'
  )
}

const View = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MOST_NAME)),
  address: z.string().check(z.refine(isLocal)),
})
export type View = z.output<typeof View>
const Views = z.object({ version: z.literal(1), views: z.array(View).check(z.maxLength(MOST_VIEWS)) })

const saved = persistedUserStore<z.output<typeof Views>>({
  name: 'forecourt.views',
  schema: Views,
  initial: { version: 1, views: [] },
  storage: () => localStorage,
})
const put = (views: readonly View[]) => saved.set({ version: 1, views: [...views] })

export const useViews = (): readonly View[] => useStore(saved).views

/** A view of the same name is replaced. @throws Error with one sentence; nothing is changed then */
export function saveView(view: View): void {
  const parsed = View.safeParse(view)
  if (!parsed.success) throw new Error(texts.invalid(MOST_NAME))
  const others = saved.get().views.filter(({ name }) => name !== parsed.data.name)
  if (others.length >= MOST_VIEWS) throw new Error(texts.full(MOST_VIEWS))
  put([...others, parsed.data].sort((a, b) => a.name.localeCompare(b.name)))
}

export const removeView = (name: string): void => put(saved.get().views.filter((view) => view.name !== name))

export const viewsFile = (): string => JSON.stringify({ forecourt: 'views', ...saved.get() }, null, 2)

/**
 * Adds the views of a file that `viewsFile` wrote; one of the same name is replaced.
 * @returns how many there were in it
 * @throws Error with one sentence; nothing is changed then
 */
export function importViews(text: string): number {
  const parsed = Views.safeParse(readFile(text, 'views'))
  if (!parsed.success) throw new Error(doesNotFit(parsed.error.issues[0]?.path.join('.') ?? ''))
  const given = new Map(parsed.data.views.map((view) => [view.name, view]))
  const all = [...saved.get().views.filter(({ name }) => !given.has(name)), ...given.values()]
  if (all.length > MOST_VIEWS) throw new Error(texts.tooMany(all.length, MOST_VIEWS))
  put(all.sort((a, b) => a.name.localeCompare(b.name)))
  return given.size
}

/** True where the address holds, or may hold, the id of something of the service. */
export function holdsId(address: string): boolean {
  const [path = '', query = ''] = address.split('?')
  if (/^\/(connections|users|vehicles|webhooks|subscriptions)\/[^/]/.test(path)) return true
  return [...new URLSearchParams(query).keys()].some(
    (name) => /id\]?$/i.test(name) || ['user', 'q', 'text'].includes(name),
  )
}
