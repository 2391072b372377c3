/** A start builds where something has changed, and only there: a stale or broken build is never taken for a whole one. */
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { scripts } from '../package.json'
import { beginBuild, isBuilt, SOURCES } from './build-stamp.js'

const sources = [
  ...['package.json', 'package-lock.json', 'node_modules/.package-lock.json', 'tsconfig.json', 'vite.config.ts'],
  ...['index.html', 'public/mark.svg', 'src/main.tsx', 'src/main.test.tsx', 'src/routeTree.gen.ts', 'src/ui/a.css'],
  'e2e/bench/result.json',
]
const results = ['dist/index.html', 'dist/.vite/manifest.json', 'dist/assets/a.js', 'build/main.js', 'build/page/b.js']

const folder = mkdtempSync(join(tmpdir(), 'forecourt-stamp-'))
const whole = join(folder, 'whole')
const root = join(folder, 'changed')
const at = (file: string) => join(root, file)

function write(place: string, files: readonly string[]): void {
  for (const file of files) {
    mkdirSync(dirname(join(place, file)), { recursive: true })
    writeFileSync(join(place, file), `of ${file}`)
  }
}

beforeAll(() => {
  write(whole, sources)
  const end = beginBuild(whole)
  write(whole, results)
  end()
})
beforeEach(() => {
  rmSync(root, { recursive: true, force: true })
  cpSync(whole, root, { recursive: true })
})

describe('a tree counts as built', () => {
  it('after its build, wherever it is moved to', () => {
    expect(isBuilt(whole)).toBe(true)
    expect(isBuilt(root)).toBe(true)
  })
  it('after a checkout of the same contents, whose times are others', () => {
    for (const file of [...sources, ...results]) utimesSync(at(file), new Date(), new Date())
    expect(isBuilt(root)).toBe(true)
  })
  it.each(['src/main.test.tsx', 'src/routeTree.gen.ts'])('after a change of %s, which no build reads', (file) => {
    appendFileSync(at(file), ' ')
    expect(isBuilt(root)).toBe(true)
  })
})

describe('a tree does not count as built', () => {
  it('before its first build', () => {
    rmSync(at('dist'), { recursive: true })
    rmSync(at('build'), { recursive: true })
    expect(isBuilt(root)).toBe(false)
  })
  it.each(sources.filter((file) => !/test|gen/.test(file)))('once %s has changed, or is gone', (file) => {
    appendFileSync(at(file), ' ')
    expect(isBuilt(root)).toBe(false)
    rmSync(at(file))
    expect(isBuilt(root)).toBe(false)
  })
  it.each(['src/ui/new.ts', 'public/new.svg'])('once there is a new file, %s', (file) => {
    writeFileSync(at(file), '')
    expect(isBuilt(root)).toBe(false)
  })
  it('once a file has another name', () => {
    rmSync(at('src/main.tsx'))
    writeFileSync(at('src/maim.tsx'), 'of src/main.tsx')
    expect(isBuilt(root)).toBe(false)
  })
  it.each(results)('where %s is missing, or cut short', (file) => {
    writeFileSync(at(file), readFileSync(at(file)).subarray(1))
    expect(isBuilt(root)).toBe(false)
    rmSync(at(file))
    expect(isBuilt(root)).toBe(false)
  })
  it.each(['', 'x', '0 0\n'])('where its stamp is %j', (text) => {
    writeFileSync(at('build/.stamp'), text)
    expect(isBuilt(root)).toBe(false)
  })
  it('where only half of its stamp was written, or one of another tree', () => {
    const stamp = readFileSync(at('build/.stamp'), 'utf8')
    writeFileSync(at('build/.stamp'), stamp.slice(0, 64))
    expect(isBuilt(root)).toBe(false)
    writeFileSync(at('build/.stamp'), stamp.startsWith('0') ? `1${stamp.slice(1)}` : `0${stamp.slice(1)}`)
    expect(isBuilt(root)).toBe(false)
  })
  it('from the beginning of a build, even one that writes nothing and is broken off', () => {
    const end = beginBuild(root)
    expect(isBuilt(root)).toBe(false)
    end()
    expect(isBuilt(root)).toBe(true)
  })
  it('where a source has changed during its build', () => {
    const end = beginBuild(root)
    appendFileSync(at('src/main.tsx'), ' ')
    end()
    expect(isBuilt(root)).toBe(false)
  })
})

describe('the stamp', () => {
  it('covers what the container’s build is given, and that is all of it', () => {
    const file = readFileSync('.container/Containerfile', 'utf8')
    const copied = [...file.matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, names = '']) => names.split(' '))
    expect(copied.length).toBeGreaterThan(5)
    // What the first does is in the lock, and the second is for readers.
    expect(copied.filter((name) => !SOURCES.includes(name))).toEqual(['.npmrc', 'LICENSE'])
    const made = 'node_modules/.package-lock.json' // there
    expect(SOURCES.filter((name) => !copied.includes(name))).toEqual([made])
  })
  it.each(['prestart', 'presandbox', 'prestore', 'prepack'] as const)('is asked by %s', (name) => {
    expect(scripts[name]).toMatch(
      /^node src\/check-node\.js && \(node src\/is-built\.js \|\| vite build --logLevel \w+\)$/,
    )
  })
})
