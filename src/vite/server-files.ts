/** Files beside the server's modules: those that Node starts with, and those of the embedded store. */
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { startUpFile } from '../start-up-file.js'

export const serverFiles = (): Plugin => ({
  name: 'server-files',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'gateway',
  async generateBundle() {
    const add = (fileName: string, source: string | Uint8Array) => this.emitFile({ type: 'asset', fileName, source })
    for (const name of ['forecourt', 'main', 'sandbox'])
      add(`${name}.js`, startUpFile(`${name}-program`, { isCommand: name === 'forecourt' }))
    const { engineFiles, packageFolder, TEMPLATE, template } = await import('../store/embedded-files.js')
    for (const name of engineFiles) add(name, readFileSync(new URL(name, packageFolder)))
    add(TEMPLATE, await template())
    add('postgresql-license.txt', readFileSync('src/store/postgresql-license.txt')) // of the engine, which is no module
  },
})
