/** What a route's first load takes, read from the build: the entry, the route's chunks, and all that they import. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

interface ManifestChunk {
  file: string
  imports?: string[]
  /** Of the entry: loaded once the page is painted. */
  dynamicImports?: string[]
  css?: string[]
}

/** Every file of the build: for each chunk its modules, with the compressed size of each alone. */
type Modules = Record<string, Record<string, number>>

export interface FirstLoad {
  scripts: string[]
  styles: string[]
  /** Bytes as they are sent to a browser that takes brotli. */
  scriptBytes: number
  styleBytes: number
  /** The page, its scripts, its styles. */
  requests: number
}

/** Scripts of index.html that are no chunks. */
const PLAIN_SCRIPTS = ['first.js']

export class Build {
  readonly #dist: string
  readonly #manifest: Record<string, ManifestChunk>
  readonly #modules: Modules

  /** @param dist the folder of the built console */
  constructor(dist: string) {
    const read = (file: string) => JSON.parse(readFileSync(join(dist, '.vite', file), 'utf8'))
    this.#dist = dist
    this.#manifest = read('manifest.json')
    this.#modules = read('modules.json')
  }

  /** @param route the file of the route, e.g. `src/routes/connections/index.tsx` */
  firstLoad(route: string): FirstLoad {
    const keys = new Set<string>()
    const add = (key: string) => {
      if (keys.has(key)) return
      keys.add(key)
      for (const next of this.#chunk(key).imports ?? []) add(next)
    }
    add('index.html')
    this.#chunk('index.html').dynamicImports?.forEach(add)
    add(this.#componentOf(route))
    const chunks = [...keys].map((key) => this.#chunk(key))
    const scripts = [...PLAIN_SCRIPTS, ...chunks.map(({ file }) => file)]
    const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))]
    const bytes = (files: string[]) => files.reduce((sum, file) => sum + this.sent(file), 0)
    return {
      scripts,
      styles,
      scriptBytes: bytes(scripts),
      styleBytes: bytes(styles),
      requests: 1 + scripts.length + styles.length,
    }
  }

  /** Key of the chunk that has the route's component. */
  #componentOf(route: string): string {
    const begins = `${route}?tsr-split=component`
    return Object.keys(this.#manifest).find((key) => key.startsWith(begins)) ?? begins
  }

  #chunk(key: string): ManifestChunk {
    const chunk = this.#manifest[key]
    if (!chunk) throw new Error(`The build has no ${key}.`)
    return chunk
  }

  /** Bytes of a file as it is sent. */
  sent(file: string): number {
    const path = join(this.#dist, file)
    return (statSync(`${path}.br`, { throwIfNoEntry: false }) ?? statSync(path)).size
  }

  /** The modules of these scripts, largest first, with their share of what is sent. */
  modules(scripts: readonly string[]): { name: string; bytes: number }[] {
    return scripts
      .flatMap((script) => {
        const modules = Object.entries(this.#modules[script] ?? {})
        const whole = modules.reduce((sum, [, weight]) => sum + weight, 0)
        return modules.map(([name, weight]) => ({ name, bytes: (this.sent(script) * weight) / whole }))
      })
      .toSorted((a, b) => b.bytes - a.bytes)
  }

  /** The same, added up by package, or by folder of the console's own. */
  packages(scripts: readonly string[]): { name: string; bytes: number }[] {
    const sums = new Map<string, number>()
    for (const { name, bytes } of this.modules(scripts)) {
      const of =
        /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ??
        /^src\/[^/]+(?=\/)/.exec(name)?.[0] ??
        'the bundler’s own'
      sums.set(of, (sums.get(of) ?? 0) + bytes)
    }
    return [...sums].map(([name, bytes]) => ({ name, bytes })).toSorted((a, b) => b.bytes - a.bytes)
  }
}
