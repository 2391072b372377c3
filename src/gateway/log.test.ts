/** The log: lines of one shape, and nothing in them that opens anything. */
import { describe, expect, it } from 'vitest'
import { createLog } from './log'

function logged(level?: Parameters<typeof createLog>[1]) {
  const lines: string[] = []
  return { log: createLog((line) => lines.push(line), level), lines }
}

describe('a line', () => {
  it('is JSON with its level and its time', () => {
    const { log, lines } = logged()
    log.warn({ event: 'request', code: 'NO_TOKEN' }, 'A word\nand another')
    expect(lines).toHaveLength(1)
    expect(lines[0]).not.toContain('\n')
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      event: 'request',
      code: 'NO_TOKEN',
      msg: 'A word\nand another',
    })
  })
  it.each([
    { token: 'canary' },
    { authorization: 'canary' },
    { headers: { cookie: 'canary', 'set-cookie': ['canary'] } },
    { request: { headers: { authorization: 'canary' } } },
    { body: { access_token: 'canary', client_secret: 'canary' } },
    { requests: [{ cookie: 'canary' }], id_token: { value: 'canary' } },
  ])('tells nothing of %j', (given) => {
    const { log, lines } = logged()
    log.error(given, 'failed')
    expect(lines.join()).toContain('…')
    expect(lines.join()).not.toContain('canary')
  })
  it('tells an error without the bearer in its words, or what else it carries', () => {
    const { log, lines } = logged()
    const error = Object.assign(new Error('invalid header: Bearer canary.abc-1'), {
      headers: { authorization: 'canary' },
    })
    log.error({ err: error }, 'A request failed.')
    expect(JSON.parse(lines[0] ?? '').err).toMatchObject({ type: 'Error', message: 'invalid header: Bearer …' })
    expect(lines.join()).not.toContain('canary')
  })
  it('below its level is left out', () => {
    const { log, lines } = logged('error')
    log.info('a')
    log.warn('b')
    log.error('c')
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['c'])
  })
})
