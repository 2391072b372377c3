/** Pages of sign-in and refusals: a heading, a sentence, a link; no script and no other file. */
import { createHash } from 'node:crypto'
import { pageHeaders } from './page'

const signs: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => signs[sign] ?? '')

/** The console's type and colors; its style sheets are files of a build, which these pages don't need. */
const STYLE =
  'body{margin:0;padding:48px 16px;font:16px/24px system-ui,sans-serif;color:light-dark(#16202a,#e6ebf0);background:light-dark(#fff,#11171c)}main{max-width:60ch;margin:0 auto}h1{font-size:24px;line-height:32px}a{color:light-dark(#0c6a6a,#5cc9c0)}'
const STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
const POLICY = `default-src 'none'; style-src ${STYLE_HASH}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

interface PlainPage {
  title: string
  text: string
  link?: { href: string; text: string } | undefined
  /** Follows the link immediately. Unlike a redirect, the next page is then requested by this site. */
  leadsOn?: boolean
  /** True if the text is an error. */
  isAlert?: boolean
}

export function plainPage(
  status: number,
  { title, text, link, leadsOn = false, isAlert = false }: PlainPage,
): Response {
  const refresh = leadsOn && link ? `<meta http-equiv="refresh" content="0;url=${escaped(link.href)}">` : ''
  const anchor = link ? `<p><a href="${escaped(link.href)}">${escaped(link.text)}</a></p>` : ''
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><style>${STYLE}</style>${refresh}<title>${escaped(title)} · Forecourt</title></head>
<body><main><h1>${escaped(title)}</h1><p${isAlert ? ' role="alert"' : ''}>${escaped(text)}</p>${anchor}</main></body></html>
`
  return new Response(html, {
    status,
    headers: {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'cache-control': 'no-store, no-transform',
    },
  })
}
