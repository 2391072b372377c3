/** The console's page: a fresh nonce and the configuration in it, under a policy without foreign origins. */
import { randomBytes } from 'node:crypto'
import { PassThrough } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import type { PageConfig } from '../../../api/config'
import type { DrawnPage } from '../../../api/server-rendered'
import { compressor, encodingFor } from './encoding'

/** JSON that cannot end the element it stands in. */
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
    // No text becomes an element or a script, but by the one policy of `src/trusted-types.ts`.
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

/** What stands there until the script draws it: the console's frame, with nothing in it that could be used or is read out. */
const firstFrame =
  '<div class="first-frame" aria-hidden="true"><div><svg width="24" height="24"><use href="#mark"/></svg>Forecourt</div><div></div></div>'

interface PageOptions {
  /** index.html as Vite built it, `__NONCE__` where the nonce goes. */
  template: string
  config: PageConfig
  /** Links to what the page will ask for. */
  preload?: string
  /** Of the scripts in the page itself, as its policy names them. */
  scripts?: string
  /** True where the console's frame is what the page will draw. */
  hasFrame?: boolean
  /** Why the frame is empty, for a reader without script. */
  note?: string | undefined
  /** True where rows are low. */
  isCompact?: boolean
  /** Draws the page's content; undefined where the browser has to. */
  draw?: (() => Promise<DrawnPage | undefined>) | undefined
  acceptEncoding?: string | undefined
  status?: number
  referrerPolicy?: string
  /** Development only: Vite's own scripts are inline. */
  allowInline?: boolean
}

const block = (id: string, value: unknown) => `<script type="application/json" id="${id}">${inHtml(value)}</script>`

const ROOT = '<div id="root">'

/**
 * The page, in two parts: what names its files goes at once, its content when it is drawn. It is compressed beside
 * everything else that runs: the nonce is a new one in each page, so none of it can be compressed ahead.
 */
export function renderPage({
  template,
  config,
  preload = '',
  scripts = '',
  hasFrame = false,
  note,
  isCompact = false,
  draw,
  acceptEncoding = '',
  status = 200,
  referrerPolicy = pageHeaders['referrer-policy'],
  allowInline = false,
}: PageOptions): Response {
  const nonce = randomBytes(16).toString('base64')
  // The nonce first: what the configuration holds is not the template's.
  const page = template
    .replace('</head>', () => `${preload}</head>`)
    .replaceAll('__NONCE__', nonce)
    .replace('</head>', () => `${block('config', config)}</head>`)
    .replace('<html', isCompact ? '<html data-rows="compact"' : '<html')
  const at = page.includes(ROOT) ? page.indexOf(ROOT) : page.length
  const [head, tail] = [page.slice(0, at), page.slice(at)]
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
  // On its way before the content is drawn, for which nothing else can run.
  const isOut = new Promise<void>((resolve) => body.write(head, () => setImmediate(resolve)))
  void isOut.then(draw).then((drawn) => {
    const content = drawn?.html ?? (hasFrame ? firstFrame : '') + (note ? `<noscript><p>${note}</p></noscript>` : '')
    const after = drawn ? block('drawn', drawn.drawn) : ''
    body.end(tail.replace(`${ROOT}</div>`, () => `${ROOT}${content}</div>${after}`))
  })
  // Not by `Readable.toWeb`: a reader who leaves while a part comes would end the process (Node 20).
  return new Response(ReadableStream.from(body) as BodyInit, {
    status,
    headers: { ...headers, ...(encoding !== undefined && { 'content-encoding': encoding }) },
  })
}
