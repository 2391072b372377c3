/** For the fuzz of the gateway: the attempts on record so far, read from the file that a gateway writes. */
import { closeSync, openSync, readSync } from 'node:fs'
import type { Match } from '../../api/api'

const SIZE = 64 * 1024

/** A change as the record names it. */
export function changeOf({ endpoint, params }: Match): string {
  const readable = Object.entries(params).map(([name, value]) => [name, decoded(value)])
  return JSON.stringify([endpoint.operation, ...readable.sort()])
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function openRecord(path: string) {
  const file = openSync(path, 'a+')
  const buffer = Buffer.alloc(SIZE)
  const attempts = new Map<string, number>()
  const open = new Set<string>()
  let at = 0
  let rest = ''

  function take(line: string): void {
    const { event, id, operation, parameters = {} } = JSON.parse(line)
    if (event === 'outcome') open.delete(id)
    if (event !== 'attempt') return
    open.add(id)
    const [, template = ''] = String(operation).split(' ')
    const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const key = JSON.stringify([operation, ...names.map((name) => [name, parameters[name]]).sort()])
    attempts.set(key, (attempts.get(key) ?? 0) + 1)
  }

  /** Reads what was written since, up to the last whole line. */
  function read(): void {
    for (let size = SIZE; size === SIZE; ) {
      size = readSync(file, buffer, 0, SIZE, at)
      at += size
      rest += buffer.toString('latin1', 0, size)
    }
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(Buffer.from(line, 'latin1').toString('utf8'))
  }

  return {
    /** How often a change is on record by now. */
    attempts(change: string): number {
      read()
      return attempts.get(change) ?? 0
    },
    /** How many attempts have no outcome by now. */
    open(): number {
      read()
      return open.size
    },
    close: () => closeSync(file),
  }
}
