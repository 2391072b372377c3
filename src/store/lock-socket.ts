/** Locks of versions before 0.3.0: a socket in the folder, on which its process listened. */
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'

/** How long the path of a socket may be (104 bytes on macOS, 108 on Linux, with its end). */
const LONGEST = 100

/** @returns true also if it can’t be found out */
export async function isSocketAlive(path: string): Promise<boolean> {
  if (Buffer.byteLength(path) <= LONGEST) return await isAlive(path)
  const folder = openSync(dirname(path), 'r')
  try {
    return await isAlive(join(`/proc/self/fd/${folder}`, basename(path)))
  } finally {
    closeSync(folder)
  }
}

function isAlive(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(!['ECONNREFUSED', 'ENOENT'].includes(error.code ?? '')),
    )
  })
}
