/**
 * Delivers as a provider does, in a process of its own, and prints what became of it: who measures pages meanwhile isn't
 * kept waiting by it. `node e2e/bench/run.js provider '{"address", "secret", "perSecond", "seconds", "atOnce"}'`
 */
import { createHmac, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Errand {
  address: string
  secret: string
  perSecond: number
  seconds: number
  /** Once all of those are answered; 0 for none. */
  atOnce: number
}
export interface Answered {
  /** 0: there was none. */
  status: number
  ms: number
}
export interface Delivered {
  evenly: Answered[]
  atOnce: Answered[]
}

const BODY_BYTES = 5_000
const SIGNALS = 20
const VEHICLES = 1_000

const { address, secret, perSecond, seconds, atOnce }: Errand = JSON.parse(process.argv[2] ?? '')
const MOST_SOCKETS = 500
const agent = new Agent({ keepAlive: true, maxSockets: MOST_SOCKETS })

/** A body of about 5 KB about one of the cars. */
function bodyOf(index: number): string {
  const now = Date.now()
  const signals = Array.from({ length: SIGNALS }, (_, at) => ({
    code: `bench-signal${at}`,
    body: { value: index + at, unit: 'km' },
    status: { value: 'SUCCESS' },
    meta: { oemUpdatedAt: now - 60_000, retrievedAt: now - 1_000 },
  }))
  const of = index % VEHICLES
  const data = { user: { id: `user-${of}` }, vehicle: { id: `vehicle-${of}` }, signals }
  const meta = { version: '4.0', webhookId: 'bench', deliveredAt: now, mode: 'LIVE', note: '' }
  const body = { eventId: randomUUID(), eventType: 'VEHICLE_STATE', data, meta }
  const missing = BODY_BYTES - JSON.stringify(body).length
  return JSON.stringify({ ...body, meta: { ...meta, note: 'x'.repeat(Math.max(0, missing)) } })
}

function send(body: string): Promise<Answered> {
  const began = performance.now()
  const signature = createHmac('sha256', secret).update(body).digest('hex')
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - began })
    const sending = request(address, { method: 'POST', agent, headers: { 'sb-signature': signature } }, (answer) => {
      answer.resume().once('end', () => end(answer.statusCode ?? 0))
    })
    sending.on('error', () => end(0))
    sending.end(body)
  })
}

/** At that rate, whatever becomes of those before. */
async function sendEvenly(): Promise<Answered[]> {
  const began = performance.now()
  const sent: Promise<Answered>[] = []
  for (let index = 0; index < perSecond * seconds; index += 1) {
    const early = began + (index * 1000) / perSecond - performance.now()
    if (early > 1) await pause(early)
    sent.push(send(bodyOf(index)))
  }
  return Promise.all(sent)
}

const evenly = await sendEvenly()
const burst = await Promise.all(Array.from({ length: atOnce }, (_, index) => send(bodyOf(index))))
agent.destroy()
const delivered: Delivered = { evenly, atOnce: burst }
process.stdout.write(JSON.stringify(delivered))
