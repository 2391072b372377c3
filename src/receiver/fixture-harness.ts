/** For tests: bodies as a provider sends them, with their signatures. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const read = (name: string) => readFileSync(fileURLToPath(new URL(`fixtures/${name}`, import.meta.url)))

// Written beside the bodies, in this form.
const manifest = JSON.parse(read('manifest.json').toString()) as Record<
  string,
  { bytes: number; signature: string }
> & {
  $key: string
  $challengeAnswers: Record<string, string>
}

export const KEY = manifest.$key
/** By challenge. */
export const answers = manifest.$challengeAnswers
export const fixtures = Object.keys(manifest).filter((name) => !name.startsWith('$'))

const bodies = new Map(fixtures.map((name) => [name, read(name)]))

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('There is no such fixture.')
  return value
}

export const bodyOf = (name: string): Buffer => known(bodies.get(name))
export const signatureOf = (name: string): string => known(manifest[name]).signature
