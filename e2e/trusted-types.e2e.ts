/** No text becomes an element or a script, whatever writes it: the page's policy holds, and every page works under it. */
import { expect, test, waitForHydration } from './test'

declare global {
  /** Chromium's own: no type of the language has it. */
  var trustedTypes: { createPolicy(name: string, rules: object): void }
}

test('text with markup is written nowhere, and no other script or worker is begun', async ({ page, logged }) => {
  await page.goto('/connections')
  await waitForHydration(page)
  const outcomes = await page.evaluate(async () => {
    const said = (act: () => unknown) => {
      try {
        act()
        return 'done'
      } catch (error) {
        return error instanceof Error ? error.name : 'thrown'
      }
    }
    const element = () => document.createElement('div')
    const script = () => document.createElement('script')
    return {
      markup: said(() => Object.assign(element(), { innerHTML: '<img src=x onerror=alert(1)>' })),
      closing: said(() => Object.assign(document.createElement('style'), { innerHTML: '</style><p>' })),
      style: said(() => Object.assign(document.createElement('style'), { innerHTML: 'p > a { color: red }' })),
      inserted: said(() => element().insertAdjacentHTML('beforeend', '<b>x</b>')),
      parsed: said(() => new DOMParser().parseFromString('<b>x</b>', 'text/html')),
      script: said(() => Object.assign(script(), { src: '/first.js' })),
      text: said(() => Object.assign(script(), { text: 'alert(1)' })),
      worker: said(() => new Worker('/first.js?x')),
      policy: said(() => globalThis.trustedTypes.createPolicy('another', {})),
    }
  })
  const refused = 'TypeError'
  expect(outcomes).toEqual({
    markup: refused,
    closing: refused,
    style: 'done',
    inserted: refused,
    parsed: refused,
    script: refused,
    text: refused,
    worker: refused,
    policy: refused,
  })
  // The browser says each of them.
  const refusals = Object.values(outcomes).filter((outcome) => outcome === refused)
  await expect.poll(() => logged.filter((line) => /Trusted/.test(line)).length).toBe(refusals.length)
  logged.length = 0
})
