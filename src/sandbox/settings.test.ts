/** The environment of `npm run sandbox`: defaults, what a known service spells, and what is wrong, in one line. */
import { describe, expect, it } from 'vitest'
import { fullDialect } from './dialect'
import { readSettings } from './settings'

const dialectOf = (env: Record<string, string>) => fullDialect(readSettings(env).dialect)

describe('readSettings', () => {
  it('has the defaults of the table, also for what is empty', () => {
    const defaults = { connections: 2500, seed: 1, latencyMs: 40, dialect: {} }
    expect(readSettings({})).toEqual(defaults)
    expect(readSettings({ SANDBOX_SEED: '', HEADER_PREFIX: '', PRESET: '' })).toEqual(defaults)
    expect(fullDialect()).toMatchObject({ headerPrefix: 'sb', signatureHeader: 'sb-signature', parameters: {} })
  })
  it('takes a prefix, also for what proves a delivery', () => {
    expect(dialectOf({ HEADER_PREFIX: 'xy' })).toMatchObject({ headerPrefix: 'xy', signatureHeader: 'xy-signature' })
  })
  it('spells as a known service does, but for the prefix that is set', () => {
    const smartcar = dialectOf({ PRESET: 'smartcar' })
    expect(smartcar).toMatchObject({
      ...{ headerPrefix: 'sc', signatureHeader: 'sc-signature', extensions: ['subscriptions.list'] },
      ...{ version3ErrorPage: '/errors/api-errors/v3/{page}', version2ErrorPage: '/errors/v2.0/{page}/#{code}' },
    })
    const own = { headerPrefix: 'xy', signatureHeader: 'xy-signature' }
    expect(dialectOf({ PRESET: 'smartcar', HEADER_PREFIX: 'xy' })).toEqual({ ...smartcar, ...own })
  })
  it.each([
    ['SANDBOX_SEED', '-1', 'a whole number from 0 to 4294967295'],
    ['SANDBOX_LATENCY_MS', '60001', 'a whole number from 0 to 60000'],
    ['HEADER_PREFIX', 'sc user', 'letters, digits and inner hyphens, such as sc'],
    ['PRESET', 'toString', 'smartcar, example'],
  ])('refuses %s=%s', (name, text, takes) => {
    expect(() => readSettings({ [name]: text })).toThrow(`${name}: got "${text}", expects ${takes}.`)
  })
})
