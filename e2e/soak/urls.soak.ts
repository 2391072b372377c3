/** Generated addresses for every page, in the browser. URL_SEED, URL_COUNT and URL_PATHS (a regular expression) choose them. */
import fc from 'fast-check'
import { hostileAddresses } from '../../src/sandbox/addresses'
import { expect, test } from '../test'
import { paths, visit, watch } from '../urls'

const seed = Number(process.env.URL_SEED ?? 1109)
const numRuns = Number(process.env.URL_COUNT ?? 50)
const wanted = new RegExp(process.env.URL_PATHS ?? '')

test('every page under generated addresses', async ({ page, gateway, signIn, logged }) => {
  test.setTimeout(60 * 60_000)
  page.setDefaultTimeout(7_000)
  await signIn()
  const visits = watch(page, logged, gateway.origin)
  const began = Date.now()
  const failures: string[] = []
  let count = 0
  for (const path of paths.filter((one) => wanted.test(one))) {
    for (const address of fc.sample(hostileAddresses(path), { seed, numRuns })) {
      count += 1
      const wrong = await visit(visits, address)
      if (wrong.length === 0) continue
      failures.push(`${JSON.stringify(address.slice(0, 400))}: ${wrong.join('; ')}`)
      console.info(`failed: ${path} ${failures.at(-1)}`)
    }
  }
  const minutes = ((Date.now() - began) / 60_000).toFixed(1)
  console.info(`seed ${seed}: ${count} addresses in ${minutes} minutes, ${failures.length} failures`)
  expect(failures).toEqual([])
})
