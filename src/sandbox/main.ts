/** `npm run sandbox`: the hosts alone, and one line of JSON that says where they are. */
import { onStop } from '../stop'
import type { SandboxOptions } from './handler'
import { startSandbox } from './server'
import { readSettings } from './settings'

function settings(): SandboxOptions {
  try {
    return readSettings(process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

const { close, ...addresses } = await startSandbox(settings())
process.stdout.write(`${JSON.stringify(addresses)}\n`)

onStop(() => void close().then(() => process.exit(0)))
