/** Generated addresses for every page, in the browser. URL_SEED, URL_COUNT and URL_PATHS (a regular expression) choose them. */
import fc from 'fast-check'
import { hostileAddresses } from '../../src/sandbox/addresses'
import { expect, test } from '../test'
import { paths, visit, watch } from '../urls'
import { Tally } from './tally'

const seed = Number(process.env.URL_SEED ?? 1109)
const numRuns = Number(process.env.URL_COUNT ?? 50)
const wanted = new RegExp(process.env.URL_PATHS ?? '')
const tally = new Tally(`generated addresses (seed ${seed})`)
test.afterAll(() => tally.tell())

for (const path of paths.filter((one) => wanted.test(one))) {
  test(`${path} under generated addresses`, async ({ page, gateway, signIn, logged }) => {
    page.setDefaultTimeout(7_000)
    await signIn()
    const visits = watch(page, logged, gateway.origin)
    const failures = await tally.row(
      path,
      fc.sample(hostileAddresses(path), { seed, numRuns }),
      (address) => visit(visits, address),
      (address) => JSON.stringify(address.slice(0, 400)),
    )
    expect(failures).toEqual([])
  })
}
