/** Runs a TypeScript file of this folder with what is installed: `node e2e/bench/run.js main --repeats 3`. */
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const [name] = process.argv.splice(2, 1)
try {
  await runnerImport(fileURLToPath(new URL(`${name}.ts`, import.meta.url)), { configFile: false, logLevel: 'error' })
} catch (error) {
  console.error(error)
  process.exit(1) // whatever is still open
}
