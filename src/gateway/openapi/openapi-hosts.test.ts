/**
 * Requests made from the OpenAPI document, to the sandbox’s hosts: no status and no body that the document does not
 * have, and each status that it has is reached for every operation.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testSandbox } from '../../sandbox/harness'
import {
  CASES,
  definedIn,
  END_MS,
  generated,
  knownOf,
  operationOf,
  reachAll,
  SEED,
  type Send,
  wrongOf,
} from './openapi-oracle'

const sandbox = testSandbox({ connections: 300 })
const known = knownOf(async (host, path, token) => (await sandbox.ask(path, { host, token })).body.data)

const send: Send = async (given, token) => {
  const { target, headers, body } = given
  const { method, host } = operationOf(given)
  const all = { ...definedIn(headers), authorization: `Bearer ${token}` }
  const init = { method: method.toUpperCase(), headers: all, ...(body !== undefined && { body }) }
  const response = await sandbox.handle(host, target, new Request('http://sandbox.test/', init))
  return { status: response.status, text: await response.text() }
}

it('each status of each operation is reached, with its body', { timeout: END_MS }, async () => {
  const { wrong, missed, count } = await reachAll(send, await known)
  expect(wrong).toEqual([])
  expect(missed).toEqual([])
  expect(count).toBeGreaterThan(100)
})

it(`${CASES} generated requests, seed ${SEED}`, { timeout: END_MS }, async () => {
  const reached = new Set<string>()
  let nth = 0
  const property = fc.asyncProperty(generated(await known), async ([given, world]) => {
    nth += 1 // each has a world of its own
    expect(await wrongOf(send, given, `sandbox-${world}:${nth}`, reached)).toBe('')
  })
  await fc.assert(property, { numRuns: CASES, seed: SEED })
  expect(reached.size).toBeGreaterThan(25)
})
