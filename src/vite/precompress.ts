/** Writes `.br` and `.gz` beside every text file of the console, so that the server never compresses one at a request. */
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { minify, type Plugin } from 'vite'

export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const add = (fileName: string, source: Buffer) => {
        if (!/^[^.].*\.(js|css|svg|json)$/.test(fileName)) return // files that begin with a dot are never served
        const br = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
        this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: br })
        this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
      }
      for (const file of Object.values(bundle))
        add(file.fileName, Buffer.from(file.type === 'chunk' ? file.code : file.source))
      // Vite copies the files of `public/` as they are. Scripts are minified here.
      for (const name of readdirSync('public')) {
        const source = readFileSync(`public/${name}`)
        if (!name.endsWith('.js')) {
          add(name, source)
          continue
        }
        const { code } = await minify(name, source.toString())
        this.emitFile({ type: 'asset', fileName: name, source: code })
        add(name, Buffer.from(code))
      }
    },
  },
})
