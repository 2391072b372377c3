/** Passwords that rotate: from a file or a command, bounded, and never in an error. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { inWords } from './failures'
import { createPasswordSource } from './postgres-password'

let folder: string
let runs: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'forecourt-password-'))
  runs = join(folder, 'runs')
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => vi.unstubAllEnvs())

const failureOf = async (reading: Promise<string>) => {
  const error = await reading.catch((failure: unknown) => failure)
  expect(error).toMatchObject({ failure: 'unavailable' })
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('canary')
  return inWords(error)
}

describe('of a file', () => {
  it('is read for each connection', async () => {
    const file = join(folder, 'password')
    const source = createPasswordSource({ file })
    expect(await failureOf(source.read())).toContain('DATABASE_PASSWORD_FILE: ENOENT')
    for (const [content, password] of [
      ['first\n', 'first'],
      ['second\r\n', 'second'],
      [' a b ', ' a b '],
    ] as const) {
      writeFileSync(file, content)
      expect(await source.read()).toBe(password)
    }
    for (const [content, words] of [
      ['\n', 'empty'],
      ['canary'.repeat(3_000), 'larger than 16384 bytes'],
    ] as const) {
      writeFileSync(file, content)
      expect(await failureOf(source.read())).toContain(words)
    }
  })
})

describe('of a command', () => {
  let at = 0
  const node = (script: string, ...words: string[]) =>
    createPasswordSource({ command: [process.execPath, '-e', script, ...words] }, () => at)
  const counting = 'require("fs").appendFileSync(process.argv[1], "1"); console.log(process.pid)'

  it('is cached for minutes, and for a second once it was rejected', async () => {
    const source = node(counting, runs)
    const count = () => readFileSync(runs, 'utf8').length
    const [first, second] = await Promise.all([source.read(), source.read()])
    expect([first, count()]).toEqual([second, 1])
    expect(source.reject(source.count())).toBe(false)
    await source.read()
    expect(count()).toBe(2)
    at += 2_000
    await source.read()
    expect(count()).toBe(2)
    const before = source.count()
    expect(source.reject(before)).toBe(true)
    await source.read()
    expect(source.reject(before)).toBe(true) // a connection that was begun with the one before
    await source.read()
    expect(count()).toBe(3)
    at += 5 * 60_000
    await source.read()
    expect(count()).toBe(4)
  })
  it('runs without a shell, without the secrets of the server, and with nothing to read', async () => {
    vi.stubEnv('ACCESS_TOKEN', 'canary')
    vi.stubEnv('AWS_PROFILE', 'fleet')
    const script =
      'process.stdin.resume().on("end", () => console.log(process.argv[1], process.env.ACCESS_TOKEN, process.env.AWS_PROFILE))'
    expect(await node(script, '$(id);`id`').read()).toBe('$(id);`id` undefined fleet')
  })
  it.each([
    [
      'process.stderr.write("canary"); console.log("canary"); process.exitCode = 3',
      'it exited with 3; run it as the server’s user to see why',
    ],
    ['console.log("canary".repeat(9000))', 'it printed more than 16384 bytes'],
    ['console.log("")', 'it printed nothing'],
  ])('that does %s is named by what it did', async (script, words) => {
    expect(await failureOf(node(script).read())).toContain(`DATABASE_PASSWORD_COMMAND: ${words}`)
  })
  it('that isn’t there, or hangs, is named, and runs again for the next connection', async () => {
    expect(await failureOf(createPasswordSource({ command: ['/nowhere/canary'] }).read())).toContain(
      'DATABASE_PASSWORD_COMMAND: its program isn’t found (ENOENT); give its whole path',
    )
    const hanging = createPasswordSource(
      { command: [process.execPath, '-e', 'setInterval(() => {}, 1000)'] },
      () => at,
      200,
    )
    expect(await failureOf(hanging.read())).toContain('it took longer than 0.2 s')
    expect(await failureOf(hanging.read())).toContain('it took longer than 0.2 s')
  })
})
