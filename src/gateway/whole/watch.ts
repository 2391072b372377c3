/** Loaded into the built server before its own code (`node --import`): reports its event loop and memory over IPC. */
import { watchLoop } from '../fuzz/fuzz-loop'

export interface Report {
  /** The longest stretch of the event loop, and when it ended. */
  loop: { blockedMs: number; latestMs: number; blockedAt: number }
  /** Bytes that the main thread holds, after a full collection. */
  heapBytes: number
}

const loop = watchLoop()

function heapBytes(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

process.on('message', (request: 'loop' | 'heap') => {
  const measured = loop()
  const report: Report = { loop: measured, heapBytes: request === 'heap' ? heapBytes() : 0 }
  if (request === 'heap') loop() // the collection is the test's, not the server's
  process.send?.(report)
})
process.on('disconnect', () => process.exit()) // the test is gone
process.channel?.unref()
