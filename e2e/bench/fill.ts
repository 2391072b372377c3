/** `node e2e/bench/run.js fill --connections 1000000 --key KEY --folder FOLDER`, or with `DATABASE_URL`. */
import { parseArgs } from 'node:util'
import { fillFolder, fillPostgres } from './fill-store'

const { values } = parseArgs({
  options: {
    connections: { type: 'string', default: '100000' },
    key: { type: 'string', default: 'bench' },
    folder: { type: 'string' },
  },
})
const count = Number(values.connections)
const { DATABASE_URL } = process.env
const began = performance.now()
const say = (line: string) => console.info(`${((performance.now() - began) / 1000).toFixed(1)} s: ${line}`)
if (values.folder !== undefined) await fillFolder(values.folder, values.key, count, say)
else if (DATABASE_URL) await fillPostgres(DATABASE_URL, values.key, count, say)
else throw new Error('Expects --folder or DATABASE_URL.')
say('filled')
