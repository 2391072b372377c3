/** The console's page at every address that is none of the server's own: who opens it, and what is rendered for them. */
import type { HttpBindings } from '@hono/node-server'
import type { Context, Handler } from 'hono'
import { getCookie } from 'hono/cookie'
import { type ConsoleConfig, isOwnerPath } from '../../../api/config'
import { canonicalAddress } from '../../../api/page-searches'
import { UNKNOWN_CLICK } from '../../../api/removal-page'
import { uuidWithin } from '../../../api/same-id'
import { parseSearch, type Search, stringifySearch, toSpelledNames } from '../../../api/search'
import { DISPLAY_COOKIE } from '../../../api/server-rendered'
import { hasTooManyUnknown, tooManyUnknown, withoutUnknown } from '../../../api/unknown-filters'
import type { ConsoleCookies } from '../../../gateway/auth/console-cookies'
import { infoOf } from '../../../gateway/auth/operator'
import type { sessionRoutes } from '../../../gateway/auth/session'
import type { createSignIn } from '../../../gateway/auth/sign-in'
import type { Log } from '../../../gateway/log'
import { readable } from '../../../gateway/record/audit'
import type { Settings } from '../../../gateway/settings/environment'
import { readDisplayPreferences } from './display-preferences'
import { isAsset } from './files'
import type { createInline } from './inline'
import { pageHeaders, renderPage } from './page'
import { plainPage } from './plain-page'
import type { createPreload } from './preload'
import { type ConsoleBuild, createPageRenderer } from './renderer'

type Env = { Bindings: HttpBindings }

interface Options {
  settings: Pick<Settings, 'pageWaitMs' | 'config'>
  signIn: Pick<ReturnType<typeof createSignIn>, 'kind' | 'operatorAt'>
  session: Pick<ReturnType<typeof sessionRoutes>, 'resolve' | 'hasEarlierToken'>
  cookies: Pick<ConsoleCookies, 'hash' | 'isOwn'>
  log: Log
  /** True if the page was requested under a name of this server's. */
  isOurs: (c: Context<Env>) => boolean
  configFor: (c: Context<Env>) => ConsoleConfig
  template: () => string | Promise<string>
  /** Loads the console's server build; undefined if the browser renders all pages. */
  consoleBuild: (() => Promise<ConsoleBuild>) | undefined
  inline: ReturnType<typeof createInline>
  preload: ReturnType<typeof createPreload>
  /** True in development, where Vite writes scripts into the page. */
  allowInline: boolean
}

/** @returns the handler of every address that is none of the server's own */
export function createPages(options: Options): Handler<Env> {
  const {
    settings,
    signIn,
    session,
    cookies,
    log,
    isOurs,
    configFor,
    template,
    consoleBuild,
    inline,
    preload,
    allowInline,
  } = options
  const render = consoleBuild && createPageRenderer(consoleBuild, log)
  const spellings = Object.values(settings.config.parameters)
  const names = toSpelledNames(settings.config.parameters)
  return async (c) => {
    const accept = c.req.header('accept')
    if (!isNavigation(c.req.path, accept)) return c.text('Not found', 404, NOT_KEPT)
    const removal = c.get('removalPage')
    const url = new URL(c.req.url)
    const { search } = url
    const pathname = removal && !removal.outcome ? removal.path : url.pathname
    const cleaned = withCleanIds(pathname)
    if (cleaned !== undefined) return c.body(null, 302, { ...NOT_KEPT, location: cleaned + search })
    const given = parseSearch(search)
    if (hasTooManyUnknown(given, spellings)) return refuseTooMany(withoutUnknown(given, spellings))
    // A submitted form has every field in its address, empty ones, too.
    const canonical = c.req.method === 'POST' ? undefined : canonicalAddress(pathname, search, names)
    if (canonical !== undefined) return c.body(null, 302, { ...NOT_KEPT, location: canonical })
    const site = c.req.header('sec-fetch-site')
    const hasOwnCookie = Object.keys(getCookie(c)).some(cookies.isOwn)
    const isOpened = isOpenedHere(site, hasOwnCookie)
    const load = loadOf(c.req.header('sec-fetch-dest'), accept, isOpened)
    const isOwn = isOurs(c) && load !== 'part'
    const who = isOwn ? await signIn.operatorAt(c) : undefined
    c.set('operator', who) // whose tokens they are
    const operator = infoOf(who)
    const mayRead = isOwn && (signIn.kind === 'none' || !!operator?.role)
    const isConsole = mayRead && !isOwnerPath(c.req.path)
    const isKnown = isConsole && hasCookies(site, hasOwnCookie)
    const { account = null, added } = isKnown ? await session.resolve(c) : {}
    const hasEarlierToken = isKnown && session.hasEarlierToken(c)
    const version3EndsAt = added?.version3?.endsAt?.toISOString() ?? null
    const page = { ...configFor(c), operator, account, version3EndsAt, hasEarlierToken, removal }
    const display = readDisplayPreferences(getCookie(c, `${DISPLAY_COOKIE}-${cookies.hash()}`))
    const waitMs = mayRead && isOpened && c.req.header('sec-purpose') === undefined ? settings.pageWaitMs : 0
    const isLong = Object.values(given).flat().length > MOST_VALUES
    const { incoming, outgoing } = c.env
    return renderPage({
      template: inline.into(await template()),
      config: page,
      preload: inline.into(preload(c.req.path)),
      scripts: inline.scripts(),
      hasFrame: isConsole,
      note: noteOf(isOpened, isLong, site),
      isCompact: display.isCompact,
      render:
        isConsole && render && load === 'page' && !isLong && incoming.method !== 'HEAD'
          ? () => render({ incoming, outgoing, config: page, href: pathname + search, display, waitMs })
          : undefined,
      acceptEncoding: c.req.header('accept-encoding'),
      allowInline,
      ...(removal && {
        referrerPolicy: REFERRER_OF_FORMS,
        status: removal.outcome?.code === UNKNOWN_CLICK ? 404 : 200,
      }),
    })
  }
}

/** Of pages whose form is posted: with `no-referrer` the Origin of its request is `null`. */
const REFERRER_OF_FORMS = 'same-origin'

/**
 * Returns the path with its UUIDs alone, if something was pasted with one. A path that begins as an address (`//host/…`)
 * stays, because a redirect to it would lead to that host.
 */
function withCleanIds(path: string): string | undefined {
  if (!/^\/\w/.test(path)) return undefined
  const cleaned = path.replace(/[^/]+/g, (segment) => {
    const [decoded = ''] = Object.values(readable({ segment }))
    return uuidWithin(decoded) ?? segment
  })
  return cleaned === path ? undefined : cleaned
}

/** The kind of load: a page that a person opens, a part of some page, or a page that any site may have opened. */
type Load = 'page' | 'part' | 'unproven'

/** Without `Sec-Fetch-Dest`, a page is what `Accept` names and the operator opened. */
function loadOf(dest: string | undefined, accept: string | undefined, isOpened: boolean): Load {
  if (dest !== undefined) return dest === 'document' ? 'page' : 'part'
  return accept?.includes('text/html') && isOpened ? 'page' : 'unproven'
}

/** Each may be a row, as in a batch: rendering more would hold up all other requests. */
const MOST_VALUES = 300

/** Why the page has no data without script; undefined where a response was late or an error. */
function noteOf(isOpened: boolean, isLong: boolean, site: string | undefined): string | undefined {
  if (!isOpened) return site === undefined ? UNPROVEN_WITHOUT_SCRIPT : FOREIGN_WITHOUT_SCRIPT
  return isLong ? LONG_WITHOUT_SCRIPT : undefined
}

const LONG_WITHOUT_SCRIPT = `Without JavaScript this page has no data: its address has more than ${MOST_VALUES} values.`

const UNPROVEN_WITHOUT_SCRIPT =
  'Without JavaScript this page has no data. Over plain http, the server can’t tell whether you or another site opened it. Open the console over https.'

const FOREIGN_WITHOUT_SCRIPT =
  'Without JavaScript this page has no data: a link of another site led here, and the console loads no data for other sites.'

function refuseTooMany(rest: Search): Response {
  const { title, text, way } = tooManyUnknown
  // Relative to the page's own path, which may begin as the address of another host does.
  return plainPage(400, { title, text, isAlert: true, link: { href: stringifySearch(rest) || '?', text: way } })
}

/**
 * True if the browser has sent its cookies. It sends none if another site opens the page, and may have left them out if it
 * does not name the site.
 */
const hasCookies = (site: string | undefined, hasOwnCookie: boolean) =>
  site === undefined ? hasOwnCookie : site !== 'cross-site'

/**
 * True if the operator opened the page, by this console's own link or by typing. A page of another site must not have
 * requests sent in the operator's name. Browsers send no Fetch Metadata over plain http to a name other than loopback. There
 * a cookie of this console proves it, because these cookies are `SameSite=Strict`.
 */
const isOpenedHere = (site: string | undefined, hasOwnCookie: boolean) =>
  site === undefined ? hasOwnCookie : site === 'same-origin' || site === 'none'

/** A file of another build: while builds are exchanged the next server may have it. */
const NOT_KEPT = { 'cache-control': 'no-store', ...pageHeaders }
/** True where a page may be the answer; ids hold dots, so a name with an extension is a file only to a script. */
function isNavigation(path: string, accept = '*/*'): boolean {
  if (isAsset(path)) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w{1,10}$/.test(path))
}
