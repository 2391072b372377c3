/** For the fuzz of the gateway: a thread that asks `/healthz` all the time, on a connection of its own each. */
import { connect } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { timesOf } from './fuzz-loop'

const EVERY_MS = 5
/** A machine that keeps a thread waiting for longer is busy with others. */
const QUIET_MS = 30
const ports = workerData as number[] // as it is started in fuzz-gateway

/** What the machine kept from the two threads that have a part in an answer. */
const waited = () => (timesOf(`self/task/${process.pid}`)?.waited ?? 0) + (timesOf('thread-self')?.waited ?? 0)

export interface Health {
  /** How many were answered with 200; and not, where the machine did not keep them waiting. */
  answered: number
  failed: number
  /** The longest until an answer: ms. */
  latestMs: number
  /** The longest of those that the machine did not keep waiting, and how many those were. */
  quietMs: number
  quiet: number
}
const nothing: Health = { answered: 0, failed: 0, latestMs: 0, quietMs: 0, quiet: 0 }
let found = nothing

function ask(port: number): Promise<void> {
  return new Promise((resolve) => {
    const began = performance.now()
    const waitedBefore = waited()
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET /healthz HTTP/1.1\r\nHost: probe\r\nConnection: close\r\n\r\n'),
    )
    socket.on('data', (data) => {
      text += data
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const ms = performance.now() - began
      const isQuiet = waited() - waitedBefore < QUIET_MS
      const isWell = text.startsWith('HTTP/1.1 200 ')
      found = {
        answered: found.answered + (isWell ? 1 : 0),
        failed: found.failed + (isWell || !isQuiet ? 0 : 1),
        latestMs: Math.max(found.latestMs, Math.round(ms)),
        quietMs: Math.max(found.quietMs, isQuiet ? Math.round(ms) : 0),
        quiet: found.quiet + (isQuiet ? 1 : 0),
      }
      resolve()
    })
  })
}

let isOver = false
parentPort?.on('message', (word: 'report' | 'end') => {
  isOver ||= word === 'end'
  parentPort?.postMessage(found)
  found = nothing
})
for (let turn = 0; !isOver; turn += 1) {
  await ask(ports[turn % ports.length] ?? 0)
  await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
}
parentPort?.close()
