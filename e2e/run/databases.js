/** Tests the server with PostgreSQL servers and poolers of its own. Fails if a program it needs is missing. */
import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { programFolders, requireTools } from './tools.js'

requireTools('databases')
const { status } = spawnSync('npx', ['vitest', 'run', '--project', 'node', 'e2e/run/databases.soak.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SOAK: '1', DATABASES: '1', PATH: programFolders.join(delimiter) },
})
process.exitCode = status ?? 1
