/** What the tests of one run write stands in one folder, which goes with the run. For both runners. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @returns what removes it */
export default function ownFolder(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-'))
  process.env.TMPDIR = folder // for every process that is begun from here on
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
