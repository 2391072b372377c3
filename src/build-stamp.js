// @ts-check
/**
 * Whether the tree is built as it is now: each build ends with a stamp of all that it read and wrote. Contents count, not
 * times, which a checkout changes. Plain JavaScript, because it is asked before there is a build.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** What a build reads. The second lock is npm’s own, of what is installed: that may be something else than what the first asks for. */
export const SOURCES = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'index.html',
  'public',
  'src',
  'e2e/bench/result.json', // Help shows it
]
const RESULTS = ['dist', 'build']
const STAMP = join('build', '.stamp')
/** Written by the build itself. */
const ROUTES = join('src', 'routeTree.gen.ts')

/** Tests are in no build. */
const isLeftOut = (/** @type {string} */ file) => /\.test\.tsx?$/.test(file) || file === ROUTES || file === STAMP

/**
 * True where nothing that a build reads has changed since the last one, and all that it wrote is still as it was.
 * @param {string} root
 */
export function isBuilt(root) {
  try {
    return readFileSync(join(root, STAMP), 'utf8') === stampOf(digest(root, SOURCES), digest(root, RESULTS))
  } catch {
    return false // never built, broken off, or something cannot be read: a build will say what
  }
}

/**
 * To be called before a build: from here on the tree counts as not built.
 * @param {string} root
 * @returns to be called once all is written; a source that has changed meanwhile leads to another build
 */
export function beginBuild(root) {
  rmSync(join(root, STAMP), { force: true })
  const sources = digest(root, SOURCES)
  return () => writeFileSync(join(root, STAMP), stampOf(sources, digest(root, RESULTS)))
}

const stampOf = (/** @type {string} */ sources, /** @type {string} */ results) => `${sources} ${results}\n`

/**
 * @param {string} root
 * @param {readonly string[]} places files and folders
 */
function digest(root, places) {
  const hash = createHash('sha256')
  for (const file of places.flatMap((place) => filesIn(root, place))) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/**
 * The files of a place in the order of their names; none where it is not there.
 * @param {string} root
 * @param {string} place
 */
function filesIn(root, place) {
  const found = statSync(join(root, place), { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found ? [place] : []
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile()) // an editor’s lock is a link that leads nowhere
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !isLeftOut(file))
    .sort()
}
