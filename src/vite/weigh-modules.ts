/** Writes the compressed size of each module in each chunk, so that `npm run budget` can name the largest ones. */
import { relative } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

export const weighModules = (): Plugin => ({
  name: 'weigh-modules',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle(_, bundle) {
    const chunks = Object.values(bundle).flatMap((file) => {
      if (file.type !== 'chunk') return []
      const weights = Object.entries(file.modules).map(([id, { code }]) => [
        relative('.', id),
        code ? gzipSync(code, { level: 1 }).length : 0,
      ])
      return [[file.fileName, Object.fromEntries(weights)]]
    })
    const source = JSON.stringify(Object.fromEntries(chunks))
    this.emitFile({ type: 'asset', fileName: '.vite/modules.json', source })
  },
})
