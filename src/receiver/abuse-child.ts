/** For tests: a receiver as a process of its own, which tells how much memory it takes. */
import { startReceiver } from './listener-harness'

const { port, keeper, receiver } = await startReceiver({ settings: { trusts: (address) => address === '127.0.0.1' } })

let peakRss = 0
setInterval(() => {
  peakRss = Math.max(peakRss, process.memoryUsage.rss())
}, 20)

async function usage() {
  globalThis.gc?.()
  await new Promise((resolve) => setImmediate(resolve))
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { used: heapUsed + external, rss, peakRss }
}

process.on('message', async () => {
  const counts = receiver.counts()
  process.send?.({ ...(await usage()), counts, saved: keeper.saved.length })
})
process.send?.({ port })
