/** Whatever a host responds is recorded and replayed the same, and no secret of it is in the file. */
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { connections } from '../../api/connections'
import type { Exchange } from '../forward/exchange'
import { isPassed } from '../forward/pass'
import type { UpstreamResponse } from '../forward/upstream'
import { bodyOf } from '../forward/whole'
import { createLog } from '../log'
import { openRecorder } from './recorder'
import { createReplayer } from './replayer'
import { readRecording } from './tape-file'
import { newFolder, someHeader, textIn } from './tape-harness'

const BEARER = 'bearer-canary-7f3'
const CONFIGURED = 'configured canary/ü'
const VIN = '5YJSA1E26HF000337'
const inBytes = (text: string) => Buffer.from(text).toString('latin1')
const secrets = [BEARER, CONFIGURED, encodeURIComponent(CONFIGURED), VIN]
const log = createLog(() => undefined, 'silent')

const exchange: Exchange = {
  operation: { endpoint: connections.list, params: {}, host: 'vehicle', raw: '/v3/connections?page[size]=10' },
  asker: { operator: undefined, subject: undefined, client: 'test' },
  requests: 1,
  onUnsent: () => undefined,
  isJob: false,
  credential: { kind: 'token', token: BEARER },
  headers: {},
  body: undefined,
  gone: new AbortController().signal,
}

/** Bytes of any kind, among them JSON and the secrets in every place. */
const word = fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...secrets, 'vin', 'url', 'token'))
const json = fc.jsonValue({ maxDepth: 3 })
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  json.map((value) => Buffer.from(JSON.stringify(value, null, 1))),
  fc.dictionary(word, fc.oneof(word, fc.array(word))).map((value) => Buffer.from(JSON.stringify(value))),
  fc.array(word).map((words) => Buffer.from(words.join(' '))),
)
const names = ['content-type', 'content-length', 'content-encoding', 'retry-after', 'sb-data-age', 'set-cookie', 'date']
const headers = fc.dictionary(
  fc.constantFrom(...names, 'location', 'authorization', 'x-request-id'),
  fc.oneof(
    fc.string({ maxLength: 20 }),
    fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
    fc.constantFrom(...secrets, 'gzip'),
  ),
)
const response = fc.record({
  ...{ status: fc.integer({ min: 200, max: 599 }), headers, body, isZipped: fc.boolean() },
  isWhole: fc.boolean(),
})
type Sent = Omit<UpstreamResponse, 'body'> & { body: Buffer; isWhole: boolean; isZipped: boolean }

const bytesIn = async (from: Readable) => Buffer.concat(await from.toArray())
const hasSecret = (text: string) => secrets.some((secret) => text.includes(secret) || text.includes(inBytes(secret)))

/** Nothing of it is masked, so that every byte has to come back. */
const isPlain = (bytes: Buffer) =>
  !hasSecret(bytes.toString('latin1')) &&
  !/"(vin|url|[\w-]*token|secret|password)"|[?#]|[A-Z0-9]{17}/i.test(bytes.toString('latin1'))

/** As many as the long run wants, in some thirty seconds, or the test command. */
const [RUNS, MOST_MS] = process.env.SOAK ? [5_000, 120_000] : [50, 5_000]

it('is recorded and replayed', { timeout: MOST_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(response, { minLength: 1, maxLength: 4 }), async (sent: Sent[]) => {
      const folder = newFolder()
      const recorder = openRecorder({ folder, header: someHeader, secrets: [CONFIGURED] })
      recorder.onBearer?.(BEARER)
      const answers = sent.map(({ headers: given, isZipped, ...one }) => {
        const { 'content-encoding': _, ...others } = given
        return isZipped ? { ...one, headers: { ...others, 'content-encoding': 'gzip' } } : { ...one, headers: others }
      })
      const queue = answers.map((one, at) => ({ ...one, body: sent[at]?.isZipped ? gzipSync(one.body) : one.body }))
      const record = recorder.around(
        async () => {
          const { status, headers: given, body: bytes, isWhole } = queue.shift() ?? expect.fail('asked too often')
          return {
            status,
            headers: given,
            body: isWhole ? bodyOf([bytes]) : Readable.from([bytes], { objectMode: false }),
          }
        },
        { fingerprint: () => 'account', log },
      )
      const passed = [...queue]
      for (const { body: bytes } of passed) expect(await bytesIn((await record(exchange)).body)).toEqual(bytes)
      recorder.close()
      const file = textIn(folder)
      expect(hasSecret(file)).toBe(false)
      expect(
        file
          .split('\n')
          .flatMap((line) => (line ? Object.values(JSON.parse(line)) : []))
          .filter((value) => hasSecret(String(value))),
      ).toEqual([])

      const replay = createReplayer(readRecording(folder)).around(async () => expect.fail('a host was called'), {
        ...{ fingerprint: () => 'other', log },
      })
      for (const one of answers) {
        const replayed = await replay(exchange)
        expect(replayed.status).toBe(one.status)
        for (const [name, value] of Object.entries(replayed.headers)) {
          expect(isPassed(name)).toBe(true)
          const before = [one.headers[name]].flat().join(', ')
          if (!hasSecret(before) && !/[?#]|[A-Z0-9]{17}/i.test(before)) expect(value).toBe(before)
        }
        const bytes = await bytesIn(replayed.body)
        if (isPlain(one.body)) expect(bytes).toEqual(one.body)
        expect(hasSecret(bytes.toString('latin1'))).toBe(false)
      }
    }),
    { numRuns: RUNS },
  )
})
