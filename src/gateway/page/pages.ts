/** The console's page at every address that is none of the server's own: who opens it, what is drawn of it, and for whom. */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import { type ConsoleConfig, isOwnerPath } from '../../api/config'
import { LOOK_COOKIE } from '../../api/drawn'
import { infoOf } from '../auth/operator'
import type { sessionRoutes } from '../auth/session'
import type { createSignIn } from '../auth/sign-in'
import type { Log } from '../log'
import type { Settings } from '../settings/environment'
import { type Drawing, drawn } from './drawing'
import { isAsset } from './files'
import type { createInline } from './inline'
import { readLook } from './look'
import { pageHeaders, renderPage } from './page'
import type { createPreload } from './preload'

type Env = { Bindings: HttpBindings }

interface Options {
  settings: Pick<Settings, 'drawWaitMs'>
  signIn: Pick<ReturnType<typeof createSignIn>, 'kind' | 'operatorAt'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve'>
  log: Log
  /** Whether it was asked for under a name of this server's. */
  isOurs: (c: Context<Env>) => boolean
  configFor: (c: Context<Env>) => ConsoleConfig
  template: () => string | Promise<string>
  drawing: (() => Promise<Drawing>) | undefined
  inline: ReturnType<typeof createInline>
  preload: ReturnType<typeof createPreload>
  /** Links to what a page's first clicks open. */
  next: string
  /** True in development, where Vite writes scripts into the page. */
  allowInline: boolean
}

export function mountPages(app: Hono<Env>, options: Options): void {
  const { settings, signIn, session, log, isOurs, configFor, template, drawing, inline, preload, next, allowInline } =
    options
  app.get('*', async (c) => {
    if (!isNavigation(c.req.path, c.req.header('accept'))) return c.text('Not found', 404, NOT_KEPT)
    const isOwn = isOurs(c)
    const who = isOwn ? await signIn.operatorAt(c) : undefined
    c.set('operator', who) // whose tokens they are
    const operator = infoOf(who)
    const mayRead = isOwn && (signIn.kind === 'none' || !!operator?.role)
    const isConsole = mayRead && !isOwnerPath(c.req.path)
    const isKnown = isConsole && hasCookies(c.req.header('sec-fetch-site'))
    const account = isKnown ? (await session.resolve(c)).account : null
    const page = { ...configFor(c), operator, account }
    const look = readLook(getCookie(c, LOOK_COOKIE))
    // Nothing is asked for whom the answer would be a refusal.
    const isMeant = isOpenedHere(c.req.header('sec-fetch-site')) && c.req.header('sec-purpose') === undefined
    const waitMs = mayRead && isMeant ? settings.drawWaitMs : 0
    const { pathname, search } = new URL(c.req.url)
    const { incoming, outgoing } = c.env
    return renderPage({
      template: inline.into(await template()),
      config: page,
      preload: inline.into(preload(c.req.path)),
      next,
      scripts: inline.scripts(),
      hasFrame: isConsole,
      isCompact: look.isCompact,
      draw:
        isConsole && drawing && incoming.method === 'GET'
          ? async () =>
              drawn(await drawing(), { incoming, outgoing, config: page, href: pathname + search, look, waitMs }, log)
          : undefined,
      acceptEncoding: c.req.header('accept-encoding'),
      allowInline,
    })
  })
}

/**
 * True where the browser's cookies came along, as far as there are any: what another site opens carries none, and a
 * browser that does not say whose request it is may have left them out.
 */
const hasCookies = (site: string | undefined) => site !== undefined && site !== 'cross-site'

/**
 * True where the operator opened the page, by this console's own link or by typing: a page of another site must not
 * have requests sent ahead in the operator's name.
 */
const isOpenedHere = (site: string | undefined) => site === 'same-origin' || site === 'none'

/** A file of another build: while builds are exchanged the next server may have it. */
const NOT_KEPT = { 'cache-control': 'no-store', ...pageHeaders }
/** True where a page may be the answer; ids hold dots, so a name with an extension is a file only to a script. */
function isNavigation(path: string, accept = '*/*'): boolean {
  if (isAsset(path)) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w{1,10}$/.test(path))
}
