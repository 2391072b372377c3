/** The console's page: a fresh nonce and the configuration in it, under a policy without foreign origins. */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import type { PageConfig } from '../../../api/config'
import type { RenderedPage } from '../../../api/server-rendered'
import { compressor, encodingFor } from './encoding'

/** JSON that can't end the element that holds it. */
const inHtml = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const policy = (nonce: string, scripts: string) =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts}`,
    `style-src 'self' 'nonce-${nonce}'`,
    // React writes style attributes. CSP can't allow them by nonce.
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Text becomes an element or a script only by the one policy of `src/trusted-types.ts`.
    "require-trusted-types-for 'script'",
    'trusted-types default',
  ].join('; ')

/** Headers of the page and of static files. */
export const pageHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const

/** Of static files: a worker does what its own script's policy lets it, and a picture that is opened does nothing. */
export const fileHeaders = {
  ...pageHeaders,
  'content-security-policy':
    "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'",
} as const

/** Said where the public origin is https: this host is asked over nothing else for a year. */
export const HSTS = 'max-age=31536000'

/** The console's empty frame, shown until the script renders a page that the server did not render. */
const firstFrame =
  '<div class="first-frame" aria-hidden="true"><div><svg width="24" height="24"><use href="#mark"/></svg>Forecourt</div><div></div></div>'

interface PageOptions {
  /** index.html as Vite built it, with `__NONCE__` for the nonce. */
  template: string
  config: PageConfig
  /** Links to the files that the page loads. */
  preload?: string
  /** Hashes of the page's own inline scripts, for its policy. */
  scripts?: string
  /** True if the page will have the console's frame. */
  hasFrame?: boolean
  /** Why data is missing, if it is, for a browser without script. */
  note?: string | undefined
  /** True if the operator prefers compact rows. */
  isCompact?: boolean
  /** Renders the page's content; undefined if the browser has to. */
  render?: (() => Promise<RenderedPage | undefined>) | undefined
  acceptEncoding?: string | undefined
  status?: number
  referrerPolicy?: string
  /** Development only: Vite's own scripts are inline. */
  allowInline?: boolean
}

const block = (id: string, value: unknown) => `<script type="application/json" id="${id}">${inHtml(value)}</script>`

const ROOT = '<div id="root">'

/** Tags that load the console's scripts. */
const LOADING = /<link rel="modulepreload"[^>]*>|<script type="module"[^>]* src="[^"]*"[^>]*><\/script>/g

/** How long scripts are held back for the content, which is ready by then if it waits for nothing. */
const CONTENT_FIRST_MS = 30

const MISSING_DATA = 'Without JavaScript, data is missing on this page: a response was late or an error.'

/** Links to the page's own address. Followed from here, it is a request of this site, and the provider may respond in time. */
const withLink = (note: string) => `<noscript>${note} <a href="">Open the page again</a></noscript>`

/**
 * Responds with the page in parts: its head is sent at once, and its content once it is rendered. Scripts would take
 * processor time from a first frame that is on its way, so they follow the content. If it has to wait for a provider, they
 * load meanwhile. Each page is compressed as it is sent, because each has a nonce of its own.
 */
export function renderPage({
  template,
  config,
  preload = '',
  scripts = '',
  hasFrame = false,
  note = MISSING_DATA,
  isCompact = false,
  render,
  acceptEncoding = '',
  status = 200,
  referrerPolicy = pageHeaders['referrer-policy'],
  allowInline = false,
}: PageOptions): Response {
  const nonce = randomBytes(16).toString('base64')
  // The nonce first, so that the configuration's own text stays as it is.
  const page = template
    .replace('</head>', () => `${preload}</head>`)
    .replaceAll('__NONCE__', nonce)
    .replace('</head>', () => `${block('config', config)}</head>`)
    .replace('<html', isCompact ? '<html data-rows="compact"' : '<html')
  const loading = page.match(LOADING)?.join('') ?? ''
  const bare = page.replace(LOADING, '')
  const at = bare.includes(ROOT) ? bare.indexOf(ROOT) : bare.length
  const endAt = bare.includes('</body>') ? bare.indexOf('</body>') : bare.length
  const [head, shown, end] = [bare.slice(0, at), bare.slice(at, endAt), bare.slice(endAt)]
  const csp = allowInline
    ? policy(nonce, scripts)
        .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
        .replace(/; require-trusted.*/, '')
    : policy(nonce, scripts)
  const headers: Record<string, string> = {
    ...pageHeaders,
    'referrer-policy': referrerPolicy,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': csp,
    // Never stored and without an ETag: an old body with a new nonce would be blocked by its own policy.
    // Never altered on the way: React renders a page again if a proxy has rewritten an e-mail address in it.
    'cache-control': 'no-store, no-transform',
    vary: 'Accept-Encoding',
  }
  const encoding = encodingFor(acceptEncoding)
  const body = encoding === undefined ? new PassThrough() : compressor(encoding)
  /** Writes a part and resolves once it is on its way, because the next one occupies the event loop. */
  const sent = (part: string) => new Promise<void>((resolve) => body.write(part, () => setImmediate(resolve)))
  const content = sent(head).then(render)
  const isLate = Promise.race([content.then(() => false), setTimeout(CONTENT_FIRST_MS, true)])
  void isLate.then(async (late) => {
    if (late) body.write(loading)
    const rendered = await content
    const html = rendered?.html ?? (hasFrame ? firstFrame : '')
    const before = hasFrame && !rendered?.isComplete ? withLink(note) : ''
    // The first frame waits for the content alone.
    await sent(shown.replace(`${ROOT}</div>`, () => `${before}${ROOT}${html}</div>`))
    const data = rendered ? block('dehydrated', rendered.dehydrated) : ''
    body.end(`${late ? '' : loading}${data}${end}`)
  })
  // `Readable.toWeb` would end the process if the reader disconnects while a part arrives (Node 20).
  return new Response(ReadableStream.from(body) as BodyInit, {
    status,
    headers: { ...headers, ...(encoding !== undefined && { 'content-encoding': encoding }) },
  })
}
