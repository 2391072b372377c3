/** `npm pack` holds what a server needs and nothing else, and what it holds runs in an empty folder without any package. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import own from '../../package.json'
import { pack, rowsOf, startConsole } from './packed'

const MB = 1_000_000
/** A process of its own takes a while to start on a machine that is busy with the other tests. */
const SLOW_MS = 30_000
let packed: ReturnType<typeof pack>
let folder: string
let elsewhere: string
beforeAll(() => {
  packed = pack()
  folder = join(packed.folder, 'package') // as npm calls it within its files
  elsewhere = join(packed.folder, 'elsewhere')
  mkdirSync(elsewhere)
  execFileSync('tar', ['xzf', packed.file, '-C', packed.folder])
}, 60_000)
afterAll(() => packed.remove())

const forecourt = (...words: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, own.bin.forecourt), ...words], {
    cwd: elsewhere,
    env: { PATH: process.env.PATH },
    encoding: 'utf8',
  })
  return { status, stdout: stdout.trim(), stderr: stderr.trim() }
}

describe('the packed file', () => {
  const paths = () => packed.files.map(({ path }) => path)
  it('holds the built console, what explains it, and nothing else', () => {
    const beside = paths().filter((path) => !/^(build|dist)\//.test(path))
    expect(beside.toSorted()).toEqual(
      [
        ...['.container/Caddyfile', '.container/forecourt.service', '.container/nginx.conf'],
        ...['LICENSE', 'README.md', 'package.json', 'src/gateway/README.md', 'src/shell/help/CHANGELOG.md'],
      ].toSorted(),
    )
    for (const path of ['build/forecourt.js', 'build/main.js', 'build/sandbox.js', 'build/pglite.wasm', 'build/.stamp'])
      expect(paths()).toContain(path)
    for (const path of ['dist/index.html', 'dist/.vite/manifest.json', 'dist/licenses.txt', 'build/licenses.txt'])
      expect(paths()).toContain(path)
  })
  it('has no map, test, picture or note of the build, and stays small', () => {
    expect(paths().filter((path) => /\.(map|tsx?|webp)$|\.test\.|node_modules|modules\.json/.test(path))).toEqual([])
    expect(packed.size).toBeLessThan(15 * MB) // the embedded database is 9.7 of it
    expect(packed.unpackedSize).toBeLessThan(35 * MB)
  })
  it('has npx install nothing beside it, and is published by nobody unawares', () => {
    const { dependencies, optionalDependencies, peerDependencies, bin, ...rest } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    )
    expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined])
    expect(rest).toMatchObject({ license: 'MIT', private: true })
    expect(readFileSync(join(folder, bin.forecourt), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  })
  it('names the license of every package that is in the console and the server', () => {
    const modules: Record<string, Record<string, number>> = JSON.parse(readFileSync('dist/.vite/modules.json', 'utf8'))
    const names = Object.values(modules)
      .flatMap(Object.keys)
      .flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
    const licenses = (of: string) => readFileSync(join(folder, of, 'licenses.txt'), 'utf8')
    expect(new Set(names).size).toBeGreaterThan(10)
    for (const name of new Set(names)) expect(licenses('dist')).toContain(`\n## ${name} - `)
    const taken = ['dist', 'build', 'build/pages'].flatMap((of) => licenses(of).match(/^## .* - .*$/gm) ?? [])
    expect(taken.filter((line) => !/\((MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD)\)$/.test(line))).toEqual([])
    // The icons and the embedded database are no modules.
    expect(licenses('dist')).toContain('lucide')
    expect(readFileSync(join(folder, 'build/postgresql-license.txt'), 'utf8')).toContain('PostgreSQL')
  })
})

describe('the command', () => {
  it('says what it takes, and which version it is', { timeout: SLOW_MS }, () => {
    expect(forecourt('--version')).toEqual({ status: 0, stdout: own.version, stderr: '' })
    const { stdout } = forecourt('--help')
    for (const word of ['sandbox', 'store status', 'verify-record']) expect(stdout).toContain(`forecourt ${word}`)
    expect(forecourt('toString')).toMatchObject({ status: 1, stderr: expect.stringContaining('"toString"') })
    expect(forecourt('store', 'status')).toMatchObject({ status: 1, stderr: expect.stringContaining('in memory') })
  })
  it('starts the console with rows where there is no package, and leaves nothing behind', {
    timeout: SLOW_MS,
  }, async () => {
    const console = await startConsole(process.execPath, [join(folder, own.bin.forecourt)], elsewhere, {
      SANDBOX_CONNECTIONS: '30',
    })
    expect((await fetch(`${console.origin}/healthz`)).status).toBe(200)
    expect(await rowsOf(console.origin)).toBeGreaterThan(5)
    expect(await console.stop()).toBe(0)
    expect(readdirSync(elsewhere)).toEqual([])
  })
})
