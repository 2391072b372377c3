/** A Node that is too old says so in the first line: it can read what is started, and nothing else is loaded before. */
import { readFileSync } from 'node:fs'
import { runInNewContext, Script } from 'node:vm'
import { transformWithOxc } from 'vite'
import { describe, expect, it } from 'vitest'
import { engines, scripts } from '../package.json'
import { startUpFile } from './start-up-file.js'

const source = readFileSync('src/check-node.js', 'utf8')

/** Runs a start-up file as that version would. */
function start(version: string) {
  const lines: string[] = []
  const exits: number[] = []
  const loaded: string[] = []
  class Exit extends Error {}
  const exit = (code: number) => {
    exits.push(code)
    throw new Exit()
  }
  const program = startUpFile('program', { isCommand: true }).replace('import(', 'load(')
  const global = {
    process: { versions: { node: version }, exit },
    console: { error: (line: string) => lines.push(line) },
    load: (file: string) => loaded.push(file),
  }
  try {
    runInNewContext(program, global)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
  }
  return { lines, exits, loaded }
}

describe('a start-up file', () => {
  it.each(['20.18.3', '20.0.0', '18.20.8', '12.9.0', '0.10.48'])('on Node %s is one line and an end', (version) => {
    const line = `Forecourt requires Node.js 20.19 or later, and this is Node.js ${version}. Install a newer one from https://nodejs.org.`
    expect(start(version)).toEqual({ lines: [line], exits: [1], loaded: [] })
  })
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.0.0-nightly', process.versions.node])(
    'on Node %s loads its program',
    (version) => {
      expect(start(version)).toEqual({ lines: [], exits: [], loaded: ['./program.js'] })
    },
  )
  it('is no module, and nothing in it is newer than Node 6, apart from the import that a Node may not reach', async () => {
    for (const code of [source, startUpFile('program', { isCommand: true })]) {
      expect(() => new Script(code)).not.toThrow() // an import or export statement, import.meta and await would
      const [old, current] = await Promise.all(
        ['es2015', 'esnext'].map((target) => transformWithOxc(code, 'a.js', { target, sourcemap: false })),
      )
      expect(old?.code).toBe(current?.code)
    }
  })
  it('asks for what package.json names', () => {
    expect(engines.node).toBe('>=20.19')
    expect(source).toContain('major < 20 || (major === 20 && minor < 19)')
  })
})

it.each(['start', 'dev', 'build', 'sandbox', 'store', 'openapi', 'pack', 'test'])(
  'npm checks it before “%s”',
  (name) => {
    const before = new Map(Object.entries<string>(scripts)).get(`pre${name}`)
    expect(before).toMatch(/^node src\/check-node\.js( && |$)/)
  },
)
