/** `REPLAY`: serves what a recording has, in its order, and calls no host. */
import type { Exchange } from '../forward/exchange'
import { UpstreamError, type UpstreamResponse } from '../forward/upstream'
import { Body, bodyOf } from '../forward/whole'
import { NotRecorded } from './not-recorded'
import type { Tape } from './tape'
import { bytesOf } from './tape-body'
import type { Recording } from './tape-file'
import type { Line } from './tape-line'
import { createMasks } from './tape-masks'
import { keyOf, requestOf } from './tape-request'

const NO_HOST = 'This server replays a recording (REPLAY) and calls no host'

/** Why a response that came when it was recorded is not there. */
const lost = {
  size: 'Its response was too large to be kept',
  coding: 'Its response was compressed in a way that can’t be masked, so it wasn’t kept',
} as const

export function createReplayer({ lines, header }: Pick<Recording, 'lines' | 'header'>): Tape {
  const masks = createMasks(new Set(), Object.values(header.hosts))
  const recorded = new Map<string, { lines: Line[]; next: number }>()
  for (const line of lines) {
    // Masked once more: what somebody has written into the file is compared as what is asked for.
    const key = keyOf({ ...line, path: masks.path(line.path), query: masks.query(line.query) })
    const same = recorded.get(key)
    if (same) same.lines.push(line)
    else recorded.set(key, { lines: [line], next: 0 })
  }

  /** The next one that was recorded for it; the last one again where there is no more. */
  function take(exchange: Exchange): Line | undefined {
    const same = recorded.get(keyOf(requestOf(exchange, masks)))
    const line = same?.lines[Math.min(same.next, same.lines.length - 1)]
    if (same) same.next += 1
    return line
  }

  async function replayed(exchange: Exchange): Promise<UpstreamResponse> {
    const { endpoint } = exchange.operation
    const line = take(exchange)
    if (line === undefined || 'unkept' in line) {
      exchange.onUnsent()
      const why = line
        ? `${lost[line.unkept]}; it returned ${line.status}`
        : `The recording has no response to ${endpoint.operation} with these IDs, parameters and this body`
      throw new NotRecorded(`${why}. No host was called.`)
    }
    await exchange.begin?.()
    if ('failed' in line) {
      if (line.isUnsent) exchange.onUnsent()
      if (endpoint.effect !== 'free') exchange.onOutcome?.(line.isUnsent ? 'not sent' : 'unknown')
      throw new UpstreamError(line.failed, line.detail)
    }
    if (endpoint.effect !== 'free') exchange.onOutcome?.(line.status)
    const bytes = bytesOf(line)
    return { status: line.status, headers: line.headers, body: line.isCut ? cutBody(bytes) : bodyOf([bytes]) }
  }

  const [first] = lines
  const last = lines.at(-1) ?? first
  return {
    state: () => ({ kind: 'replay', from: first.at, to: last.at }),
    around: () => replayed,
    look: async () => ({ reachable: false, error: NO_HOST }),
  }
}

/** It breaks off where it did. */
function cutBody(bytes: Buffer): Body {
  let isGiven = false
  return new Body({
    read() {
      if (isGiven || bytes.length === 0) this.destroy(new Error('The response broke off when it was recorded.'))
      else this.push(bytes)
      isGiven = true
    },
  })
}
