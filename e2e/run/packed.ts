/** What `npm pack` makes of the built tree, once for a test file. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const root = fileURLToPath(new URL('../..', import.meta.url))
const Packed = z.object({
  filename: z.string(),
  size: z.number(),
  unpackedSize: z.number(),
  files: z.array(z.object({ path: z.string() })),
})

/** Packs what is built, without building it: a folder of its own with the file and two empty folders beside it. */
export function pack() {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-pack-'))
  const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, npm_config_logs_max: '0' },
  })
  const [packed] = z.tuple([Packed]).parse(JSON.parse(told))
  return { ...packed, folder, file: join(folder, packed.filename), remove: () => rmSync(folder, { recursive: true }) }
}

/** Starts a console in an empty environment, and waits for its first lines. */
export async function startConsole(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string> = {},
) {
  const child = spawn(command, args, {
    cwd,
    env: { PATH: process.env.PATH, HOME: cwd, PORT: '0', SANDBOX_LATENCY_MS: '5', PAGE_WAIT_MS: '10000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const origin = await new Promise<string>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      output += chunk
      const address = /Forecourt on (http:\/\/localhost:\d+) \(sandbox/.exec(output)?.[1]
      if (address !== undefined) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => reject(new Error(`It ended with ${code}:\n${output}`)))
  })
  const stop = () =>
    new Promise<number | null>((resolve) => {
      child.once('exit', resolve)
      child.kill('SIGTERM')
    })
  return { origin, stop }
}

const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }

/** How many connections the page has as it is sent to someone who typed its address, before any script. */
export async function rowsOf(origin: string): Promise<number> {
  const page = await (await fetch(`${origin}/connections`, { headers: opened })).text()
  return new Set(page.match(/href="\/connections\/[\w-]+"/g)).size
}
