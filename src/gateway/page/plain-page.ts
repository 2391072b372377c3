/** Pages of sign-in and refusals: a heading, a sentence, a link; no script, no style, nothing from elsewhere. */
import { pageHeaders } from './page'

const signs: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => signs[sign] ?? '')

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
<meta name="color-scheme" content="light dark">${refresh}<title>${escaped(title)} · Forecourt</title></head>
<body><main><h1>${escaped(title)}</h1><p${isAlert ? ' role="alert"' : ''}>${escaped(text)}</p>${anchor}</main></body></html>
`
  return new Response(html, {
    status,
    headers: {
      ...pageHeaders,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cache-control': 'no-store',
    },
  })
}
