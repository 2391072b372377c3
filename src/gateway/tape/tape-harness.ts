/** For tests of recordings: a server that records what hosts respond, one that replays it, and what both are asked. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveTestGateway, type TestGateway } from '../harness'
import { prepareSettings } from '../prepare-settings'
import { readEnvironment } from '../settings/environment'
import { FILE, type Header } from './tape-line'
import { recordingFor, replayOf } from './tape-service'

export type Hosts = Record<'vehicleData' | 'vehicle' | 'management', string>
type Extra = Parameters<typeof serveTestGateway>[2]

const SESSION_SECRET = 'a secret for tests, of more than thirty-two bytes'

/** A place for a recording, which does not exist yet. */
export const newFolder = () => join(mkdtempSync(join(tmpdir(), 'forecourt-tape-')), 'case')

/** @param env tokens, and what else is set */
export function startRecording(folder: string, hosts: Hosts, env: Record<string, string>, extra?: Extra) {
  const { vehicleData, vehicle, management } = hosts
  const addresses = { VEHICLE_DATA_URL: vehicleData, VEHICLE_URL: vehicle, MANAGEMENT_URL: management }
  const STORE = env.STORE_DIR ? '' : 'memory'
  const settings = prepareSettings({ SESSION_SECRET, STORE, ...addresses, RECORD: folder, ...env })
  return serveTestGateway(recordingFor({ settings, hosts: addressesIn(hosts), isSandbox: false }), undefined, extra)
}

const addressesIn = ({ vehicleData, vehicle, management }: Hosts) => ({ vehicleData, vehicle, management })

export function startReplay(folder: string, env: Record<string, string> = {}, extra?: Extra): Promise<TestGateway> {
  const settings = readEnvironment({ SESSION_SECRET, REPLAY: folder, ...env })
  return serveTestGateway(replayOf(settings, folder), undefined, extra)
}

export const textIn = (folder: string): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

export const linesIn = (folder: string): Record<string, unknown>[] =>
  readFileSync(join(folder, FILE), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

export const someHeader: Header = {
  ...{ forecourt: 'recording', format: 1, version: '1', at: '2026-01-01T08:00:00.000Z' },
  hosts: { vehicleData: 'http://data.test', vehicle: 'http://vehicle.test', management: 'http://management.test' },
  ...{ isSandbox: false, headerPrefix: null },
  config: { parameters: {}, pageSizes: {}, extensions: [], advisedBatchPaths: 10 },
}
