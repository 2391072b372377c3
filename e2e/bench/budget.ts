/** `npm run budget`: fails where a page's first load has grown past its budget, and names what is largest in it. */
import { fileURLToPath } from 'node:url'
import { budgets } from './budget.data'
import { Build } from './first-load'

/** Modules that are named where a budget is broken. */
const NAMED = 12

const build = new Build(fileURLToPath(new URL('../../dist', import.meta.url)))
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`

const rows = budgets.map((budget) => {
  const load = build.firstLoad(budget.route)
  const broken = [
    load.scriptBytes > budget.script * 1000 &&
      `script ${kilobytes(load.scriptBytes)}, budget ${kilobytes(budget.script * 1000)}`,
    load.styleBytes > budget.style * 1000 &&
      `style ${kilobytes(load.styleBytes)}, budget ${kilobytes(budget.style * 1000)}`,
    load.requests > budget.requests && `${load.requests} requests, budget ${budget.requests}`,
  ].filter((one) => one !== false)
  return { ...budget, load, broken }
})

console.info('First load as it is sent (brotli, 1 kB = 1000 bytes), with its budget:')
console.table(
  Object.fromEntries(
    rows.map(({ path, load, script, style, requests }) => [
      path,
      {
        script: `${kilobytes(load.scriptBytes)} of ${script.toFixed(1)}`,
        style: `${kilobytes(load.styleBytes)} of ${style.toFixed(1)}`,
        chunks: load.scripts.length,
        requests: `${load.requests} of ${requests}`,
      },
    ]),
  ),
)
for (const { path, broken, load } of rows.filter((row) => row.broken.length > 0)) {
  console.error(`\n${path}: ${broken.join('; ')}. Largest in it:`)
  for (const { name, bytes } of build.packages(load.scripts).slice(0, NAMED))
    console.error(`  ${kilobytes(bytes).padStart(9)}  ${name}`)
  console.error('  the console’s own, by module:')
  const own = build.modules(load.scripts).filter(({ name }) => name.startsWith('src/'))
  for (const { name, bytes } of own.slice(0, NAMED)) console.error(`  ${kilobytes(bytes).padStart(9)}  ${name}`)
  process.exitCode = 1
}
if (process.argv.includes('--modules')) {
  const { scripts } = build.firstLoad('src/routes/connections/index.tsx')
  console.info('\n/connections, its first-load script by package and by module:')
  for (const of of [build.packages(scripts), build.modules(scripts).slice(0, 40)])
    console.table(of.map(({ name, bytes }) => ({ name, sent: kilobytes(bytes) })))
}
