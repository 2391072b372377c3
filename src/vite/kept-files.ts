/** Writes the addresses of the console's files into the service worker, with a name that changes with any of them. */
import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/** At the root, because a service worker's scope is the folder of its file. */
export const KEPT_FILES = 'kept-files.js'

export const nameKeptFiles = (): Plugin => ({
  name: 'name-kept-files',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const addresses = Object.keys(bundle)
      .filter((file) => /^assets\/.*\.(js|css)$/.test(file))
      .map((file) => `/${file}`)
    const name = createHash('sha256').update(addresses.join()).digest('hex').slice(0, 16)
    const worker = bundle[KEPT_FILES]
    if (worker?.type !== 'chunk') throw new Error('There is no service worker in the build.')
    worker.code = worker.code.replace('KEPT_FILES', () => JSON.stringify({ name, addresses }))
  },
})
