/** A saved view: a name for an address of this console, and a file of several. */
import * as z from 'zod/mini'
import { isLocal, MOST_NAME, MOST_VIEWS } from '../../api/view-address'
import { readFile } from '../../core/own-file'
import { doesNotFit } from '../../core/texts'
import * as texts from './texts'

const View = z.object({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(MOST_NAME)),
  address: z.string().check(z.refine(isLocal)),
})
export type View = z.output<typeof View>
const Views = z.object({ version: z.literal(1), views: z.array(View).check(z.maxLength(MOST_VIEWS)) })

/** @throws Error with one sentence if it is no view */
export function checkView(view: View): View {
  const parsed = View.safeParse(view)
  if (!parsed.success) throw new Error(texts.invalid(MOST_NAME))
  return parsed.data
}

export function viewsFile(views: readonly View[]): string {
  const listed = views.map(({ name, address }) => ({ name, address }))
  return JSON.stringify({ forecourt: 'views', version: 1, views: listed }, null, 2)
}

/**
 * Reads a file that `viewsFile` wrote. Of two views of one name the last one counts.
 * @throws Error with one sentence
 */
export function readViewsFile(text: string): View[] {
  const parsed = Views.safeParse(readFile(text, 'views'))
  if (!parsed.success) throw new Error(doesNotFit(parsed.error.issues[0]?.path.join('.') ?? ''))
  return [...new Map(parsed.data.views.map((view) => [view.name, view])).values()]
}

/** True if the address contains, or may contain, an ID of the provider. */
export function holdsId(address: string): boolean {
  const [path = '', query = ''] = address.split('?')
  if (/^\/(connections|users|vehicles|webhooks|subscriptions)\/[^/]/.test(path)) return true
  return [...new URLSearchParams(query).keys()].some(
    (name) => /id\]?$/i.test(name) || ['user', 'q', 'text'].includes(name),
  )
}
