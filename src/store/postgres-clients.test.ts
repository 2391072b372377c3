/** What is learned of a server when it refuses a connection: another attempt is made in another way, or not at all. */
import { expect, it } from 'vitest'
import { createClients } from './postgres-clients'

const lines: string[] = []
const log = { warn: (line: string) => void lines.push(line) }
const limits = { statement_timeout: 5_000, idle_in_transaction_session_timeout: 30_000 }
const errorOf = (code: string | undefined, message = '') => Object.assign(new Error(message), { code })

it('connects without the limits of a session once a pooler has refused them, for every connection, and says so once', () => {
  const clients = createClients({ url: 'postgresql://db.example/a', limits }, log)
  expect(clients.config()).toMatchObject(limits)
  const [one, other] = [clients.attempt(), clients.attempt()]
  const refused = errorOf('08P01', 'unsupported startup parameter: statement_timeout')
  expect([clients.adapt(refused, one), clients.adapt(refused, other)]).toEqual([true, true])
  expect(clients.config()).not.toHaveProperty('statement_timeout')
  expect(lines).toEqual([expect.stringContaining('refuses statement_timeout as a parameter of the connection')])
  expect(clients.adapt(errorOf('08P01', 'unsupported startup parameter: options'), clients.attempt())).toBe(false)
})
it.each([
  ['prefer', true],
  ['allow', true],
  ['require', false],
  ['verify-full', false],
])('connects without TLS to a server that has none with sslmode=%s: %s', (mode, isAllowed) => {
  const clients = createClients({ url: `postgresql://db.example/a?sslmode=${mode}` }, log)
  const error = errorOf(undefined, 'The server does not support SSL connections')
  expect(clients.adapt(error, clients.attempt())).toBe(isAllowed)
  expect(clients.config().ssl === false).toBe(isAllowed)
  // A certificate that fails is never a reason to continue in clear.
  expect(clients.adapt(errorOf('SELF_SIGNED_CERT_IN_CHAIN'), clients.attempt())).toBe(false)
})
it('has the password printed again if another connection was rejected with it', async () => {
  const command = [process.execPath, '-e', 'console.log(process.pid)']
  const clients = createClients({ url: 'postgresql://db.example/a', password: { command } }, log)
  const before = [clients.attempt(), clients.attempt()] as const
  await clients.prepare()
  const made = clients.attempt()
  expect(clients.adapt(errorOf('28P01'), made)).toBe(false) // it was printed just now
  await clients.prepare()
  for (const attempt of before) expect(clients.adapt(errorOf('28P01'), attempt)).toBe(true)
  const without = createClients({ url: 'postgresql://db.example/a' }, log)
  expect(without.adapt(errorOf('28P01'), without.attempt())).toBe(false)
})
