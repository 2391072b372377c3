/** Starts `build/main.js` with `watch.ts` loaded into it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPrograms } from '../../store/program-harness'
import type { Report } from './watch'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const MOST_OUTPUT = 20_000
const EXIT_MS = 20_000

/** @param folder a folder of the test's own */
export async function startWholeServer(folder: string, env: Record<string, string>) {
  await buildPrograms(join(folder, 'watch'), [new URL('watch.ts', import.meta.url)])
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--trace-warnings', '--import', join(folder, 'watch', 'watch.js'), join(root, 'build', 'main.js')],
    {
      env: { PATH: process.env.PATH, PORT: '0', HOME: folder, TMPDIR: folder, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  )
  let output = ''
  /** Everything on standard error, and errors in the log. A store that takes too long on a busy machine is none. */
  const errors: string[] = []
  let rest = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines)
      if (/"level":"(error|fatal)"/.test(line) && !line.includes('"failure":"timeout"')) errors.push(line)
    output = (output + chunk).slice(-MOST_OUTPUT)
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors.push(String(chunk))
    output = (output + chunk).slice(-MOST_OUTPUT)
  })
  const ended = once(child, 'exit').then(([code, signal]) => String(code ?? signal))
  let end: string | undefined
  void ended.then((how) => {
    end = how
  })
  const found = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        const value = pattern.exec(output)?.[1]
        if (value !== undefined) resolve(value)
      }
      child.stdout?.on('data', check)
      void ended.then((how) => reject(new Error(`The server ended with ${how}:\n${output}`)))
    })
  const [origin, receiver] = await Promise.all([
    found(/Forecourt on (http:\/\/localhost:\d+)/),
    found(/Deliveries on (http:\/\/[^\s/]+)/),
  ])
  return {
    origin,
    /** The origin of the listener for deliveries. */
    receiver,
    errors,
    output: () => output,
    /** How the process ended; undefined while it lives. */
    ended: () => end,
    async report(request: 'loop' | 'heap'): Promise<Report> {
      const answer = once(child, 'message')
      child.send(request)
      const [report] = await Promise.race([
        answer,
        ended.then((how) => Promise.reject(new Error(`The server ended with ${how}:\n${output}`))),
      ])
      return report as Report // as watch.ts sends it
    },
    /** Stops it as a service manager does. Returns how it ended. */
    async stop(): Promise<string> {
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_MS)
      const how = await ended
      clearTimeout(timer)
      return how
    },
  }
}
