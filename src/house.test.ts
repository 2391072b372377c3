/** The house rules: imports go one way, files stay short, the top level stays as it is. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const MOST_LINES = 350

/** Tracked files that are still there, and new ones that are not ignored. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const isCode = (file: string) => /^(src|e2e)\/.*\.(ts|tsx)$/.test(file) && !file.endsWith('.gen.ts')
const isTest = (file: string) => /\.(test|e2e|soak)\.tsx?$/.test(file)
const isData = (file: string) => /(\.data|\/fixtures)\.ts$/.test(file)
const code = files.filter(isCode)
/** Read once: nearly every rule looks through all of them. */
const texts = new Map<string, string>()
function textOf(file: string): string {
  const text = texts.get(file) ?? readFileSync(join(root, file), 'utf8')
  texts.set(file, text)
  return text
}

interface Import {
  from: string
  to: string
  isType: boolean
  isDynamic: boolean
}

/** Imports within the project, resolved to a path without its extension. */
function importsOf(file: string, text = textOf(file)): Import[] {
  const found: Import[] = []
  const add = (target: string | undefined, isType: boolean, isDynamic: boolean) => {
    if (target?.startsWith('.'))
      found.push({ from: file, to: normalize(join(dirname(file), target)), isType, isDynamic })
  }
  for (const [, type, names, target] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?([\w\s{},*$]*?from\s+)?['"]([^'"]+)['"]/gm,
  )) {
    const specifiers =
      /\{([^}]*)\}/
        .exec(names ?? '')?.[1]
        ?.split(',')
        .filter((one) => one.trim() !== '') ?? []
    const allTypes =
      specifiers.length > 0 && specifiers.every((one) => one.trim().startsWith('type ')) && !/^\s*\w/.test(names ?? '')
    add(target, type !== undefined || allTypes, false)
  }
  for (const [, type, target] of text.matchAll(/(\btypeof )?\bimport\(\s*['"]([^'"]+)['"]\s*\)/g))
    add(target, type !== undefined, true)
  return found
}
const imports = code.flatMap((file) => importsOf(file))

const roomOf = (path: string) => (path.startsWith('e2e/') ? 'e2e' : (/^src\/(\w+)\//.exec(path)?.[1] ?? 'root'))
/** The rooms of the console, each of which may import those before it. */
const order = ['api', 'ui', 'core', 'requests', 'changes', 'lists', 'domain', 'shell', 'routes', 'root', 'console']
/** What each room may import, beside itself. */
const allowed: Record<string, readonly string[]> = {
  ...Object.fromEntries(order.map((room, at) => [room, order.slice(0, at)])),
  store: ['api'],
  team: ['api', 'store'],
  // The public door: no path to a token, a session or a route of the console.
  receiver: ['api', 'store'],
  gateway: ['api', 'store', 'team', 'receiver', 'server'],
  // The server's rooms are moved here from `gateway`, so that each still imports the other.
  server: ['api', 'store', 'team', 'receiver', 'gateway'],
  sandbox: ['api'],
  // Plugins of vite.config.ts.
  vite: ['ui', 'store', 'gateway', 'root'],
  e2e: ['sandbox'],
}

describe('imports', () => {
  it('were found at all', () => {
    expect(imports.length).toBeGreaterThan(100)
    expect(new Set(imports.map(({ from }) => roomOf(from)))).toEqual(new Set(Object.keys(allowed)))
  })
  it('go one way', () => {
    const wrong = imports.filter(({ from, to, isDynamic }) => {
      const [room, target] = [roomOf(from), roomOf(to)]
      if (room === target || allowed[room]?.includes(target)) return false
      if (isTest(from) && target === 'sandbox') return false // the client is tested through the sandbox's handler
      // The server renders pages with the console's components.
      if (/^src\/server\/http\/pages\/entry\.(tsx|test\.ts)$/.test(from) && order.includes(target)) return false
      if (to === 'package.json' || to.endsWith('routeTree.gen')) return false
      if (to === 'e2e/bench/result.json') return false // Help shows what was measured
      if (room === 'e2e' && to === 'src/gateway/auth/provider-harness') return false // one real provider for both
      if (room === 'e2e' && to === 'src/store/data-home-harness') return false // servers of both have a folder of their own
      if (room === 'e2e' && /^src\/store\/(real-postgres|wire-harness)$/.test(to)) return false // tests of both use one PostgreSQL server
      if (from === 'e2e/provider.ts' && to.startsWith('src/api/presets/')) return false // how a provider spells is said once
      if (from === 'e2e/bench/scale.ts') return false // plays parts of the product on a clock of its own
      if (from === 'e2e/bench/fill-store.ts') return false // fills a store as the crawl does
      if (from === 'e2e/bench/search.ts') return false // asks a store as the pages do
      if (from.startsWith('e2e/sequences/')) return false // runs the console’s modules against the sandbox, without a page
      if (to === 'src/stop' && from.endsWith('/main.ts')) return false // the start-up files end alike
      // What may start it: a server without hosts, and its own command.
      return !(/^src\/gateway\/(start|forecourt)\.ts$/.test(from) && target === 'sandbox' && isDynamic)
    })
    expect(wrong).toEqual([])
  })
  it('of every form are seen', () => {
    const seen = (text: string) =>
      importsOf('src/ui/x.ts', text).map(({ to, isType, isDynamic }) => [to, isType, isDynamic])
    expect(seen("import { a } from '../api/read'")).toEqual([['src/api/read', false, false]])
    expect(seen("import type { A } from '../api/read'")).toEqual([['src/api/read', true, false]])
    expect(seen("import {\n  type A,\n  type B,\n} from '../api/read'")).toEqual([['src/api/read', true, false]])
    expect(seen("import { a, type B } from '../api/read'")).toEqual([['src/api/read', false, false]])
    expect(seen("import a, { type B } from '../api/read'")).toEqual([['src/api/read', false, false]])
    expect(seen("import * as a from '../api/read'")).toEqual([['src/api/read', false, false]])
    expect(seen("import '../api/read'")).toEqual([['src/api/read', false, false]])
    expect(seen("export * from '../api/read'")).toEqual([['src/api/read', false, false]])
    expect(seen("export type { A } from '../api/read'")).toEqual([['src/api/read', true, false]])
    expect(seen("const a = await import('../api/read')")).toEqual([['src/api/read', false, true]])
    expect(seen("let a: typeof import('../api/read')")).toEqual([['src/api/read', true, true]])
    expect(seen("import { z } from 'zod/mini'")).toEqual([])
    expect(seen("export const a = 1\nimport { b } from '../api/read'")).toEqual([['src/api/read', false, false]])
  })
  it('of ui take only types of the contract, its readers of times and of pasted IDs, and the base path', () => {
    const isAllowed = ({ to, isType }: Import) => isType || /^src\/api\/(instant|clean-id|same-id|base-path)$/.test(to)
    expect(imports.filter((one) => roomOf(one.from) === 'ui' && roomOf(one.to) === 'api' && !isAllowed(one))).toEqual(
      [],
    )
  })
  it('of pages take the resource, the catalogue only where all endpoints are listed', () => {
    const catalogues = ['src/routes/index.tsx', 'src/routes/help/index.tsx']
    const wrong = imports.filter(
      ({ from, to }) => roomOf(from) === 'routes' && to === 'src/api/api' && !catalogues.includes(from),
    )
    expect(wrong).toEqual([])
  })
  it('make no cycle, types and what is fetched later counted', () => {
    const next = new Map<string, string[]>()
    const byPath = new Map(code.map((file) => [file.replace(/\.tsx?$/, ''), file]))
    for (const { from, to } of imports) {
      const target = byPath.get(to)
      if (target) next.set(from, [...(next.get(from) ?? []), target])
    }
    const done = new Set<string>()
    const walk = (file: string, trail: string[]): string[] | undefined => {
      if (trail.includes(file)) return [...trail.slice(trail.indexOf(file)), file]
      if (done.has(file)) return undefined
      for (const target of next.get(file) ?? []) {
        const cycle = walk(target, [...trail, file])
        if (cycle) return cycle
      }
      done.add(file)
      return undefined
    }
    expect(code.map((file) => walk(file, [])).find((cycle) => cycle !== undefined)).toBeUndefined()
  })
})

describe('files', () => {
  it(`have at most ${MOST_LINES} lines, data apart`, () => {
    const lines = code
      .filter((file) => !isData(file))
      .map((file) => [file, textOf(file).trimEnd().split('\n').length] as const)
    expect(lines.filter(([, count]) => count > MOST_LINES)).toEqual([])
    const sorted = lines.map(([, count]) => count).sort((a, b) => a - b)
    console.info(
      `${sorted.length} files: median ${sorted[Math.floor(sorted.length / 2)]}, p90 ${sorted[Math.floor(sorted.length * 0.9)]} lines`,
    )
  })
  it('open with one sentence that says what they are for', () => {
    expect(code.filter((file) => !/^(#!.*\n)?(\/\*\*|\/\/)|^import '.\/zod-config'/.test(textOf(file)))).toEqual([])
  })
  it('have no default export, except where a tool demands one, and no barrels', () => {
    const tools = [
      'e2e/own-folder.ts',
      'src/store/template-setup.ts',
      'e2e/playwright.config.ts',
      'e2e/soak/playwright.config.ts',
      'e2e/provider/playwright.config.ts',
      'e2e/vitest.config.ts',
    ]
    const isDefault = /^export\s+(default\b|\{[^}]*\bas default\b)/m
    expect(code.filter((file) => !tools.includes(file) && isDefault.test(textOf(file)))).toEqual([])
    const passesOn = (file: string) => /^export\s+(type\s+)?(\*|\{[^}]*\}\s+from)/m.exec(textOf(file))
    const isIndex = (file: string) => /\/index\.tsx?$/.test(file)
    expect(code.filter((file) => passesOn(file)?.[2]?.startsWith(isIndex(file) ? '' : '*'))).toEqual([])
  })
  it('give what people read and hear a name, at the head of its part or in a file of texts', () => {
    const patterns = [
      /<[^<>=]*>\s*[A-Z][a-z]+[^<>{}=;()]*</, // between tags
      /\s(?:title|label|aria-label|placeholder|verb|description|summary)="[A-Z][a-z]/, // as an attribute
      /^\s+[A-Z][a-z’]+(?: [\w’,.;:()-]+)+$/m, // a line of words
    ]
    const seen = (text: string) => patterns.flatMap((pattern) => pattern.exec(text)?.[0].trim() ?? [])
    expect(seen('<p>Nothing here</p>')).toHaveLength(1)
    expect(seen('<Fact label="Mode" />')).toHaveLength(1)
    expect(seen('  <p>\n    Nothing is here.\n  </p>').length).toBeGreaterThan(0)
    const parts = code.filter(
      (file) => file.startsWith('src/') && file.endsWith('.tsx') && !/texts\.tsx$/.test(file) && !isTest(file),
    )
    expect(parts.flatMap((file) => seen(textOf(file)).map((text) => `${file}: ${text}`))).toEqual([])
  })
  it('skip and narrow no test', () => {
    expect(
      code.filter(
        (file) =>
          isTest(file) && /\b(test|it|describe)\.(skip|only|fixme|todo)\b/.test(textOf(file).replace(/\/\\b.*/g, '')),
      ),
    ).toEqual([])
  })
  it('register hooks of Playwright in files of tests alone: a module is run once in a worker', () => {
    const shared = code.filter((file) => file.startsWith('e2e/') && !isTest(file))
    expect(shared.filter((file) => /\b\w+\.(before|after)(Each|All)\(/.test(textOf(file)))).toEqual([])
  })
  it('are there where a README names them, and the first one stays short', () => {
    const readmes = files.filter((file) => file.endsWith('README.md'))
    expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150)
    const named = readmes.flatMap((readme) => {
      const text = textOf(readme)
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) => [join(dirname(readme), to)])
      const paths = [...text.matchAll(/`((?:src|e2e|\.container|[a-z]+)\/[\w.$/-]*\.(?:tsx?|data|md))`/g)].map(
        ([, to = '']) => [to, `src/${to}`, join(dirname(readme), to)],
      )
      return [...links, ...paths]
    })
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((places) => !places.some((place) => existsSync(join(root, place))))).toEqual([])
  })
  it('stand where the plan has them', () => {
    const plan = [
      'package.json',
      'package-lock.json',
      'tsconfig.json',
      'vite.config.ts',
      'index.html',
      'README.md',
      // Where npm packs it from, and where people look for it.
      'LICENSE',
      'src',
      'public',
      'e2e',
    ]
    const top = [...new Set(files.map((file) => file.split('/')[0] ?? ''))].filter((name) => !name.startsWith('.'))
    expect(top.toSorted()).toEqual(plan.toSorted())
  })
})
