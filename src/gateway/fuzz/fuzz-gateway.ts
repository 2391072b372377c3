/** For the fuzz of the gateway: gateways in a process of their own, where nothing else keeps a loop or a heap busy. */
import { openSync, writeSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Host } from '../../api/endpoint'
import { drain } from '../drain'
import { startTestGateway, type TestGateway } from '../harness'
import { type LoopDelay, watchLoop } from './fuzz-loop'
import type { Health } from './fuzz-probe'

export interface Start {
  hosts: Record<Host, string>
  /** The environment of each, and the file that takes its lines as they are written. */
  gateways: { env: Record<string, string>; lines: string }[]
}
/** What stays where nobody asks anything any more: nothing of it, once enough time has passed. */
export interface Left {
  connections: number
  /** True where something on the record still waits for its outcome. */
  isUnsettled: boolean
  /** How the process was since it was asked last. */
  loop: LoopDelay
  /** What the probe has found since then. */
  health: Health
}
export interface Drained {
  /** How long the longest took. */
  ms: number
  /** Sockets and timers that are there when all has been closed. */
  sockets: number
  timers: number
}
/** What the process is asked, and answers. */
export interface Questions {
  start: { given: Start; answer: number[] }
  rest: { given: number; answer: Left }
  /** What the process holds after everything was collected that nobody holds: bytes. */
  heap: { given: null; answer: number }
  drain: { given: number; answer: Drained }
}
export type Question = { [K in keyof Questions]: { ask: K; given: Questions[K]['given']; id: number } }[keyof Questions]

const LOOK_MS = 2
const LIMITS = { headersMs: 600, requestMs: 700, stallMs: 250 }
const loop = watchLoop()
let gateways: TestGateway[] = []
let probe: Worker | undefined

async function start({ hosts, gateways: given }: Start): Promise<number[]> {
  gateways = await Promise.all(
    given.map(({ env, lines }) => {
      const file = openSync(lines, 'a')
      // Written at once: whoever sees a request at its host finds there what was written before it was sent.
      const write = (line: string) => void writeSync(file, `${line}\n`)
      return startTestGateway(hosts, env, undefined, { limits: LIMITS, write })
    }),
  )
  const ports = gateways.map(({ port }) => port)
  probe = new Worker(new URL('fuzz-probe.js', import.meta.url), { workerData: ports })
  return ports
}

const connectionsOf = ({ server }: TestGateway) =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)))
const pause = () => new Promise((resolve) => setTimeout(resolve, LOOK_MS))

/** Looks until there is nothing any more, or the time is over. */
async function until(isDone: () => boolean | Promise<boolean>, mostMs: number): Promise<void> {
  const end = performance.now() + mostMs
  while (!(await isDone()) && performance.now() < end) await pause()
}

async function rest(mostMs: number): Promise<Left> {
  const left = await Promise.all(
    gateways.map(async (gateway) => {
      let connections = 0
      // The probe's own connection comes and goes: one that stays is there at every look.
      await until(async () => {
        connections = await connectionsOf(gateway)
        return connections === 0
      }, mostMs)
      const late = new Promise<true>((resolve) => setTimeout(() => resolve(true), mostMs).unref())
      return { connections, isUnsettled: await Promise.race([gateway.app.settled().then(() => false), late]) }
    }),
  )
  return {
    connections: left.reduce((sum, { connections }) => sum + connections, 0),
    isUnsettled: left.some(({ isUnsettled }) => isUnsettled),
    loop: loop(),
    health: await health(),
  }
}

async function heap(): Promise<number> {
  // Twice, and not in one turn: what the first one ends is let go by callbacks that come after it.
  for (let turn = 0; turn < 2; turn += 1) {
    globalThis.gc?.()
    await pause()
  }
  loop() // the collection itself is no request's
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const health = () =>
  new Promise<Health>((resolve) => {
    probe?.once('message', resolve)
    probe?.postMessage('report')
  })

async function drainAll(limitMs: number): Promise<Drained> {
  const ended = new Promise((resolve) => probe?.once('exit', resolve))
  probe?.postMessage('end')
  await ended
  const began = performance.now()
  await Promise.all(gateways.map(({ server, app }) => drain(server, app, { readsMs: limitMs, changesMs: limitMs })))
  const ms = performance.now() - began
  await Promise.all(gateways.map(({ app }) => app.close()))
  const count = (kind: string) => process.getActiveResourcesInfo().filter((name) => name === kind).length
  await until(() => count('TCPSocketWrap') === 0, limitMs)
  return { ms, sockets: count('TCPSocketWrap'), timers: count('Timeout') }
}

function answer(question: Question): Promise<unknown> {
  switch (question.ask) {
    case 'start':
      return start(question.given)
    case 'rest':
      return rest(question.given)
    case 'heap':
      return heap()
    case 'drain':
      return drainAll(question.given)
  }
}

process.on('message', (question: Question) => {
  void answer(question).then(
    (value) => process.send?.({ id: question.id, value }),
    (error: unknown) => process.send?.({ id: question.id, error: String(error) }),
  )
})
