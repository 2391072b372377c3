/** Nothing in a recording is trusted: what is missing, of another version, damaged or hostile is one line at the start. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startService } from '../start'
import { newFolder, someHeader, startReplay } from './tape-harness'
import { FILE, lineSchemaOf, MOST_BODY } from './tape-line'

const line = {
  ...{ at: '2026-01-01T08:00:01.000Z', ms: 12, account: 'a', host: 'vehicle', method: 'GET', path: '/v3/connections' },
  ...{ query: '', status: 200, headers: { 'content-type': 'application/json' }, body: '{"data":[]}' },
}
afterEach(() => vi.restoreAllMocks())

function folderOf(...parts: readonly (object | string)[]): string {
  const folder = newFolder()
  mkdirSync(folder)
  const text = parts.map((part) => (typeof part === 'string' ? part : `${JSON.stringify(part)}\n`)).join('')
  writeFileSync(join(folder, FILE), text)
  return folder
}
const startOf = (folder: string) =>
  startService({ REPLAY: folder, SESSION_SECRET: 's'.repeat(32) }).then(
    () => 'it started',
    (error: Error) => `${error.name}: ${error.message.replace(join(folder, FILE), 'FILE')}`,
  )
const config = (changed: object) => ({ ...someHeader, config: { ...someHeader.config, ...changed } })

describe('a start with a recording', () => {
  it('that is missing says so', async () => {
    expect(await startOf(newFolder())).toBe(
      'SettingError: REPLAY: FILE: can’t be read (ENOENT); expects a recording made with RECORD.',
    )
  })
  it.each([
    ['empty', [], 'is empty'],
    ['without an end of its first line', ['{"forecourt"'], 'line 1 isn’t whole'],
    ['of something else', [{ a: 1 }], 'line 1 isn’t the beginning of a recording'],
    ['that isn’t JSON', ['<html>\n'], 'line 1 isn’t the beginning of a recording'],
    [
      'of another version',
      [{ ...someHeader, format: 2 }, line],
      'line 1 is of another version’s recording (this one reads format 1)',
    ],
    ['without a response', [someHeader], 'has no response in it'],
    [
      'of a host by another scheme',
      [{ ...someHeader, hosts: { ...someHeader.hosts, vehicle: 'javascript:alert(1)' } }],
      'line 1 isn’t valid at "hosts.vehicle"',
    ],
    [
      'with more in its first line',
      [{ ...someHeader, connectUrl: 'https://evil.example' }],
      'line 1 isn’t valid at "connectUrl"',
    ],
    [
      'with a parameter that is none',
      [config({ parameters: { a: 'b' } })],
      'line 1: config: parameters: "a" isn’t a parameter',
    ],
    [
      'with an extension that is none',
      [config({ extensions: ['__proto__'] })],
      'line 1: config: extensions: "__proto__" isn’t an extension',
    ],
    [
      'with page sizes of text',
      [config({ pageSizes: { connections: ['9'] } })],
      'line 1: config: pageSizes.connections.0 isn’t valid',
    ],
  ])('%s', async (_, parts, why) => {
    expect(await startOf(folderOf(...parts))).toContain(`SettingError: REPLAY: FILE: ${why}`)
  })
  it.each([
    ['a list', [1], 'line 3 isn’t a JSON object'],
    ['half a line before another', '{"at":\n', 'line 3 isn’t a JSON object'],
    ['a status', { ...line, status: 99 }, 'line 3 isn’t valid at "status"'],
    ['a status of text', { ...line, status: '200' }, 'line 3 isn’t valid at "status"'],
    ['a cookie', { ...line, headers: { 'set-cookie': 'a=b' } }, 'line 3 isn’t valid at "headers.set-cookie"'],
    [
      'a policy',
      { ...line, headers: { 'content-security-policy': '' } },
      'line 3 isn’t valid at "headers.content-security-policy"',
    ],
    ['a length', { ...line, headers: { 'content-length': '5' } }, 'line 3 isn’t valid at "headers.content-length"'],
    [
      'a header of two lines',
      { ...line, headers: { date: 'a\r\nset-cookie: b' } },
      'line 3 isn’t valid at "headers.date"',
    ],
    ['a host', { ...line, host: '__proto__' }, 'line 3 isn’t valid at "host"'],
    ['a method', { ...line, method: 'TRACE' }, 'line 3 isn’t valid at "method"'],
    ['a path', { ...line, path: 'https://evil.example/' }, 'line 3 isn’t valid at "path"'],
    ['a body', { ...line, body: { a: 1 } }, 'line 3 isn’t valid at "body"'],
    ['a time', { ...line, at: '<b>now</b>' }, 'line 3 isn’t valid at "at"'],
    [
      'a code',
      { ...line, status: undefined, headers: undefined, body: undefined, failed: 'OTHER', detail: '' },
      'line 3 isn’t valid at "failed"',
    ],
    ['both', { ...line, failed: 'UPSTREAM_TIMEOUT', detail: '' }, 'line 3 isn’t valid at "status"'],
    ['another member', { ...line, more: 1 }, 'line 3 isn’t valid at "more"'],
  ])('with a line that is damaged: %s', async (_, damaged, why) => {
    expect(await startOf(folderOf(someHeader, line, damaged, line))).toContain(`SettingError: REPLAY: FILE: ${why}`)
  })
})

it('a body has no more than what is kept of one', () => {
  const takes = (length: number) => lineSchemaOf(line).safeParse({ ...line, body: ' '.repeat(length) }).success
  expect([takes(MOST_BODY), takes(MOST_BODY + 1)]).toEqual([true, false])
})

it('a hostile body is passed on as any response of a host: as data that can’t act', async () => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const body = '<script>alert(1)</script>'
  const hostile = { ...line, headers: { 'content-type': 'text/html' }, body }
  const moved = { ...line, path: '/v3/webhooks', host: 'management', status: 302 }
  const folder = folderOf(someHeader, hostile, moved, '{"at":"torn')
  const replay = await startReplay(folder)
  try {
    const response = await replay.ask('/api/vehicle/v3/connections')
    expect(await response.text()).toBe(body)
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await replay.ask('/api/management/v3/webhooks')).status).toBe(502)
    const config = await (await replay.ask('/config.json')).json()
    expect(config).toMatchObject({ connectUrl: null, docsUrl: null, mapUrl: null, sandbox: false })
  } finally {
    await replay.close()
  }
})
