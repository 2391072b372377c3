/** What a server that records is told to keep, and what one that replays has in the place of hosts and tokens. */
import { version } from '../../../package.json'
import { noConfig } from '../settings/config-file'
import type { Settings } from '../settings/environment'
import { openRecorder } from './recorder'
import { createReplayer } from './replayer'
import type { Tape } from './tape'
import { readRecording } from './tape-file'
import { FORMAT } from './tape-line'

interface Served {
  settings: Settings
  hosts: NonNullable<Settings['hosts']>
  isSandbox: boolean
  tape?: Tape | undefined
}

/** The service, recorded where `RECORD` says so. @throws SettingError */
export function recordingFor<S extends Served>(service: S): S {
  const { settings, hosts, isSandbox } = service
  if (settings.tape?.kind !== 'record') return service
  const { parameters, pageSizes, extensions, advisedBatchPaths } = settings.config
  const tape = openRecorder({
    folder: settings.tape.folder,
    secrets: secretsOf(settings, settings.tape.secrets),
    header: {
      ...{ forecourt: 'recording', format: FORMAT, version, at: new Date().toISOString() },
      hosts,
      isSandbox,
      headerPrefix: settings.headerPrefix ?? null,
      config: { parameters, pageSizes, extensions, advisedBatchPaths },
    },
  })
  console.warn(
    `RECORD: every response of the provider’s hosts is kept in ${tape.path}. Tokens and VINs are masked; names, IDs and locations aren’t. Only for the sandbox and your own accounts.`,
  )
  return { ...service, tape }
}

/** What is configured, and what a sandbox invents in its place; the name in the receiver’s address is no one’s to guess. */
function secretsOf({ tokens, receiver }: Settings, configured: readonly string[]): string[] {
  const own = [...Object.values(tokens), receiver?.secret, receiver?.slug]
  return [...configured, ...own.filter((one) => one !== undefined)]
}

/** No host takes it, for there is none: what needs a token of the server’s own, like its directory, has one. */
const NO_TOKEN = 'a-recording-needs-none'

/** @throws SettingError where the recording can’t be read */
export function replayOf(settings: Settings, folder: string): Served {
  const recording = readRecording(folder)
  const { header, config, lines, path } = recording
  const { hosts, isSandbox, headerPrefix } = header
  const accounts = new Set(lines.map(({ account }) => account)).size
  console.info(
    `REPLAY: ${lines.length} responses of ${accounts === 1 ? '1 account' : `${accounts} accounts`} in ${path}, from ${lines[0].at}. No host is called.`,
  )
  return {
    settings: {
      ...settings,
      config: { ...noConfig, roles: settings.config.roles, mapUrl: settings.config.mapUrl, ...config, bucket: null },
      headerPrefix: headerPrefix ?? undefined,
      tokens: { vehicleData: NO_TOKEN, vehicle: NO_TOKEN, management: NO_TOKEN },
    },
    hosts,
    isSandbox,
    tape: createReplayer(recording),
  }
}
