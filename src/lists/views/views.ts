/** Saved views: a name for an address of this console. Kept in this browser; an address may hold an id, which is said. */
import * as z from 'zod/mini'
import { isLocal, MOST_NAME, MOST_VIEWS } from '../../api/view-address'
import { persistedUserStore } from '../../core/account'
import { readFile } from '../../core/own-file'
import { useStore } from '../../core/store'
import { doesNotFit } from '../../core/texts'
import * as texts from './texts'

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

/** @throws Error with one sentence where it is none */
export function checked(view: View): View {
  const parsed = View.safeParse(view)
  if (!parsed.success) throw new Error(texts.invalid(MOST_NAME))
  return parsed.data
}

/** A view of the same name is replaced. @throws Error with one sentence; nothing is changed then */
export function saveView(view: View): void {
  const given = checked(view)
  const others = saved.get().views.filter(({ name }) => name !== given.name)
  if (others.length >= MOST_VIEWS) throw new Error(texts.full(MOST_VIEWS))
  put([...others, given].sort((a, b) => a.name.localeCompare(b.name)))
}

/** Those of this browser, as they are now. */
export const ownViews = (): readonly View[] => saved.get().views

export const removeView = (name: string): void => put(saved.get().views.filter((view) => view.name !== name))

/** @param more views that are kept elsewhere: of two of one name this browser's is taken */
export function viewsFile(more: readonly View[] = []): string {
  const { version, views } = saved.get()
  const all = new Map([...more, ...views].map(({ name, address }) => [name, { name, address }]))
  const listed = [...all.values()].sort((a, b) => a.name.localeCompare(b.name))
  return JSON.stringify({ forecourt: 'views', version, views: listed }, null, 2)
}

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
