/** One operator’s requests in progress are bounded; another’s are not counted with them. */
import { EventEmitter } from 'node:events'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { limitRequests } from './request-limit'

it('refuses one more than an operator may have in progress, until one has closed', async () => {
  const app = new Hono<{ Bindings: never }>()
  app.use(async (c, next) => {
    const name = c.req.header('x-user')
    c.set('operator', name === undefined ? undefined : { subject: name, name, role: 'viewer', signedInAt: 0 })
    await next()
  })
  app.use(limitRequests(2) as never) // with the bindings below
  app.get('/', (c) => c.text('served'))
  const open: EventEmitter[] = []
  async function ask(user?: string) {
    const outgoing = new EventEmitter()
    open.push(outgoing)
    const init: RequestInit = user === undefined ? {} : { headers: { 'x-user': user } }
    return (await app.request('/', init, { outgoing } as never)).status
  }
  expect([await ask('eve'), await ask('eve'), await ask('eve'), await ask('bob')]).toEqual([200, 200, 503, 200])
  open[0]?.emit('close')
  expect([await ask('eve'), await ask('eve')]).toEqual([200, 503])
  expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 200])
})
