/** A team's gateway with a real provider, for tests in which people sign in. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { oidcEnv, startProvider } from '../src/gateway/provider-harness'
import { startGateway } from './gateway'

const config = join(mkdtempSync(join(tmpdir(), 'forecourt-')), 'config.json')
writeFileSync(config, JSON.stringify({ bucket: { capacity: 500, refillPerMinute: 600 } }))

export async function startTeam() {
  const provider = await startProvider()
  const gateway = await startGateway({
    ...oidcEnv(provider.issuer),
    SESSION_SECRET: 'a secret of the test, thirty-two bytes or more',
    ROLE_CLAIM: 'roles',
    CONFIG: config,
  })
  provider.open([gateway.origin])
  return { ...gateway, provider }
}
