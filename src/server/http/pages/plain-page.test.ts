/** A plain page has its own style, which its policy allows by its hash, and nothing else. */
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { plainPage } from './plain-page'

it('allows the style that it has, and escapes texts', async () => {
  const link = { href: '?a="b"', text: 'Back' }
  const response = plainPage(400, { title: '<b>', text: 'a & b', isAlert: true, link })
  const html = await response.text()
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(html) ?? []
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}';`)
  expect(policy).not.toMatch(/unsafe|script/)
  expect(html).toContain('<h1>&lt;b&gt;</h1><p role="alert">a &amp; b</p><p><a href="?a=&quot;b&quot;">Back</a></p>')
})
