/** Every preset is what a person could have set by hand: known names, and values that the settings themselves take. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { configKeys } from '../../api/config-keys.data'
import type { Preset } from '../../api/presets/preset'
import { presets } from '../../api/presets/presets'
import { variables } from '../../api/variables.data'
import { startService } from '../start'
import { readEnvironment } from './environment'

describe.each(Object.entries(presets))('PRESET=%s', (name, preset) => {
  const { env, config, tokenUrl } = preset
  it('names variables and keys of CONFIG that there are', () => {
    expect(Object.keys(variables)).toEqual(expect.arrayContaining(Object.keys(env)))
    expect(Object.keys(configKeys)).toEqual(expect.arrayContaining(Object.keys(config)))
  })
  it('is taken as if it were set by hand', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
    writeFileSync(path, JSON.stringify(config))
    const client = { CLIENT_ID: 'a', CLIENT_SECRET: 'b' }
    const rest = { SESSION_SECRET: 's'.repeat(32), STORE: 'memory' }
    const byHand = readEnvironment({ ...env, ...client, ...rest, TOKEN_URL: tokenUrl, CONFIG: path })
    const { sandbox: _, ...named } = readEnvironment({ ...client, ...rest, PRESET: name })
    expect(byHand).toMatchObject(named)
    expect(byHand.config).toMatchObject(config)
  })
  it('sends nothing in the clear, and nothing of one service to another', () => {
    const addresses = [...Object.values(env).filter((value) => value.includes('//')), tokenUrl]
    const sites = addresses.map((address) => /^https:\/\/(?:[\w-]+\.)*?([\w-]+\.[\w-]+)(?:\/|$)/.exec(address)?.[1])
    expect(new Set(sites).size).toBe(1)
    expect(sites[0]).toBeDefined()
  })
})

it('a name that is none does not compile', () => {
  const rest = { env: {}, tokenUrl: 'https://login.example/token', config: {} }
  const wrong: Preset[] = [
    // @ts-expect-error: no variable
    { ...rest, env: { VEHICLES_URL: 'https://vehicles.example' } },
    // @ts-expect-error: no key of CONFIG
    { ...rest, config: { pageSize: { connections: [10] } } },
    // @ts-expect-error: no query parameter
    { ...rest, config: { parameters: { 'filter[user]': 'user' } } },
    // @ts-expect-error: no part of a dialect
    { ...rest, dialect: { errorBody: 'problem' } },
  ]
  expect(wrong).toHaveLength(4)
})

describe('a start with PRESET=smartcar', () => {
  const warningsOf = async (more: NodeJS.ProcessEnv) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    try {
      const STORE = 'memory'
      await startService({
        STORE,
        PRESET: 'smartcar',
        CLIENT_SECRET: 'canary',
        SESSION_SECRET: 's'.repeat(32),
        ...more,
      })
      return warn.mock.calls.flat()
    } finally {
      warn.mockRestore()
    }
  }
  it.each(['12345678-90ab-4cde-8f01-234567890abc', '12345678-90AB-4CDE-8F01-234567890ABC'])(
    'warns that the client ID %s looks like an application ID',
    async (CLIENT_ID) => {
      expect(await warningsOf({ CLIENT_ID })).toEqual([
        'CLIENT_ID looks like an application ID (a UUID), which is for version 2.0. PRESET=smartcar expects the client ID of your version 3 credentials, which begins with client_.',
      ])
    },
  )
  it.each([
    { CLIENT_ID: 'client_01JABCDEF' },
    { CLIENT_ID: 'another-form' },
    // Another token server has its own IDs.
    { CLIENT_ID: '12345678-90ab-4cde-8f01-234567890abc', TOKEN_URL: 'https://id.example/token' },
  ])('says nothing of %j', async (env) => {
    expect(await warningsOf(env)).toEqual([])
  })
})
