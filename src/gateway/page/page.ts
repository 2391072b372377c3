/** The console's page: a fresh nonce and the configuration in it, under a policy without foreign origins. */
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { PageConfig } from '../../api/config'
import { encodingFor } from './encoding'

/** JSON that cannot end the element it stands in. */
const inHtml = (value: unknown) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
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
  '<div class="first-frame" aria-hidden="true"><div><img src="/mark.svg" alt="" width="24" height="24">Forecourt</div><div></div></div>'

interface PageOptions {
  /** index.html as Vite built it, `__NONCE__` where the nonce goes. */
  template: string
  config: PageConfig
  /** Links to what the page will ask for. */
  preload?: string
  /** True where the console's frame is what the page will draw. */
  hasFrame?: boolean
  acceptEncoding?: string | undefined
  /** Development only: Vite's own scripts are inline. */
  allowInline?: boolean
}

/**
 * The encodings of a page, the best first. They are made beside everything else that runs: the nonce is a new one in
 * each page, so none of it can be compressed ahead, and at 10 kB it takes a tenth of a millisecond.
 */
const encodings = {
  br: (html: string) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (html: string) => promisify(gzip)(html),
} as const

export async function renderPage({
  template,
  config,
  preload = '',
  hasFrame = false,
  acceptEncoding = '',
  allowInline = false,
}: PageOptions): Promise<Response> {
  const nonce = randomBytes(16).toString('base64')
  const block = `<script type="application/json" id="config">${inHtml(config)}</script>`
  // The nonce first: what the configuration holds is not the template's.
  const html = template
    .replaceAll('__NONCE__', nonce)
    .replace('</head>', () => `${preload}${block}</head>`)
    .replace('<div id="root">', (root) => (hasFrame ? root + firstFrame : root))
  const csp = allowInline
    ? policy(nonce)
        .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
        .replace(/; require-trusted.*/, '')
    : policy(nonce)
  const headers: Record<string, string> = {
    ...pageHeaders,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': csp,
    // Never stored and without an ETag: an old body with a new nonce would be blocked by its own policy.
    'cache-control': 'no-store',
    vary: 'Accept-Encoding',
  }
  const encoding = encodingFor(acceptEncoding)
  if (encoding === undefined) return new Response(html, { headers })
  return new Response(await encodings[encoding](html), { headers: { ...headers, 'content-encoding': encoding } })
}
