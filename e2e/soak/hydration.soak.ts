/** Server-rendered pages hydrate without a warning of React's checks, which only its development build makes. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startGateway } from '../gateway'
import { comeWith, preferencesByName } from '../preferences'
import { routes } from '../routes.data'
import { expect, handOver, readyAt, test } from '../test'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'forecourt-hydration-'))

/** The console as developers run it, beside the server as it is. */
function buildForDevelopers(): string {
  const script = `
    import { createBuilder } from 'vite'
    const builder = await createBuilder({
      mode: 'development', logLevel: 'error',
      environments: { client: { build: { outDir: ${JSON.stringify(join(folder, 'dist'))}, emptyOutDir: true, minify: false } } },
    })
    await builder.build(builder.environments.client)`
  const env = { ...process.env, NODE_ENV: 'development' }
  execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: root, env, stdio: 'inherit' })
  cpSync(join(root, 'build'), join(folder, 'build'), { recursive: true })
  return join(folder, 'build', 'main.js')
}

let main: string | undefined

for (const [name, { preferences }] of Object.entries(preferencesByName))
  test(`every page: ${name}`, async ({ page, logged }) => {
    const said: string[] = []
    page.on('console', (message) => {
      const text = message.text()
      if (!['error', 'warning'].includes(message.type()) || text.startsWith('Failed to load resource')) return
      said.push(text)
    })
    main ??= buildForDevelopers()
    const gateway = await startGateway({ SANDBOX_CONNECTIONS: '2500' }, main)
    try {
      await handOver(page, gateway.origin, 'sandbox-hydration')
      await comeWith(page, gateway.origin, preferences)
      for (const [path, ready] of routes) {
        await readyAt(page, gateway.origin + path, ready)
        expect(said, path).toEqual([])
        logged.splice(0) // looked at above
      }
    } finally {
      await gateway.stop()
    }
  })
