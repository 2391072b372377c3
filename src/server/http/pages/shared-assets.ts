/**
 * Built files of other versions: while versions are exchanged, a page of one asks an instance of the other for its scripts.
 * Each instance puts its own into the store and gives out what others put there, if it was made with the same secret: who
 * can write to the store makes no script of this console.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Settings } from '../../../gateway/settings/environment'
import type { Asset, Assets } from '../../../store/assets'
import { encodingFor } from './encoding'

const decompressed = promisify(brotliDecompress)

/** Which files there are is looked up at most this often, however many are asked for that aren't there. */
const NAMES_MS = 2_000
/** Files in memory: a version has some three hundred. */
const MOST_KEPT = 600
/** Files in one statement. */
const AT_ONCE = 50

const types = { js: 'text/javascript; charset=utf-8', css: 'text/css; charset=utf-8' } as const
const typeOf = (name: string) => types[name.endsWith('.css') ? 'css' : 'js']

export interface SharedAssets {
  /** Puts this version's files into the store, and signs those of an earlier secret again. @throws StoreError */
  publish(assets: Assets): Promise<void>
  /** @returns undefined where no other version has it either. @throws StoreError */
  read(assets: Assets, name: string, accepted: string | undefined): Promise<Response | undefined>
}

/** The store of this server, which may be away. */
interface AssetStore {
  /** @throws StoreAway */
  now(): { assets?: Assets | undefined }
  opened(): Promise<unknown>
}

/** How often they are said to be in use, and how soon that is tried again. */
const USED_EVERY_MS = 6 * 3_600_000
const AGAIN_MS = 60_000

/**
 * Puts this version's files into the store, and says as long as it runs that they are in use.
 * @returns resolves after the first attempt
 */
export async function keepPublished(shared: Pick<SharedAssets, 'publish'>, store: AssetStore): Promise<void> {
  await store.opened()
  let waitMs = USED_EVERY_MS
  try {
    const { assets } = store.now()
    if (assets) await shared.publish(assets)
  } catch {
    waitMs = AGAIN_MS // the store is away, and says so itself
  }
  setTimeout(() => void keepPublished(shared, store), waitMs).unref()
}

/**
 * @param dist the built console
 * @param secrets the current one signs this version's files; a file signed with either is served
 */
export function createSharedAssets(
  dist: string,
  { sessionSecret, sessionSecretOld }: Pick<Settings, 'sessionSecret' | 'sessionSecretOld'>,
): SharedAssets {
  const folder = join(dist, 'assets')
  const kept = new Map<string, Buffer>()
  let known: { at: number; names: Promise<Set<string>> } | undefined

  const secrets = sessionSecretOld === undefined ? [sessionSecret] : [sessionSecret, sessionSecretOld]

  const sign = (secret: string, name: string, body: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['asset', name, body]))
      .digest('base64url')
  const isSigned = ({ name, body, mac }: Asset) =>
    secrets.some((secret) => {
      const [received, expected] = [Buffer.from(mac), Buffer.from(sign(secret, name, body))]
      return received.length === expected.length && timingSafeEqual(received, expected)
    })
  async function readOwn(name: string): Promise<Asset> {
    const body = (await readFile(join(folder, `${name}.br`))).toString('base64')
    return { name, body, mac: sign(sessionSecret, name, body) }
  }

  function namesIn(assets: Assets): Promise<Set<string>> {
    if (known && known.at + NAMES_MS > performance.now()) return known.names
    const names = assets.names()
    known = { at: performance.now(), names }
    return names
  }

  async function bytesOf(assets: Assets, name: string): Promise<Buffer | undefined> {
    const there = kept.get(name)
    if (there) return there
    if (!(await namesIn(assets)).has(name)) return undefined
    const asset = await assets.read(name)
    if (!asset || !isSigned(asset)) return undefined
    const bytes = Buffer.from(asset.body, 'base64')
    const [oldest] = kept.keys()
    if (kept.size >= MOST_KEPT && oldest !== undefined) kept.delete(oldest)
    kept.set(name, bytes)
    return bytes
  }

  /** Signs what an earlier secret signed with the current one, so that the earlier one can be given up. */
  async function signAgain(assets: Assets): Promise<void> {
    for (const name of await assets.names()) {
      const asset = await assets.read(name)
      if (!asset || !isSigned(asset)) continue
      const mac = sign(sessionSecret, name, asset.body)
      if (mac !== asset.mac) await assets.save([{ ...asset, mac }])
    }
  }

  return {
    async publish(assets) {
      const files = await readdir(folder)
      const names = files.flatMap((file) => /^(.+\.(?:js|css))\.br$/.exec(file)?.[1] ?? [])
      const missing = await assets.use(names)
      for (let from = 0; from < missing.length; from += AT_ONCE)
        await assets.save(await Promise.all(missing.slice(from, from + AT_ONCE).map(readOwn)))
      if (sessionSecretOld !== undefined) await signAgain(assets)
    },
    async read(assets, name, accepted) {
      const bytes = await bytesOf(assets, name)
      if (!bytes) return undefined
      const isCompressed = encodingFor(accepted) === 'br'
      const body = isCompressed ? bytes : await decompressed(bytes)
      return new Response(new Uint8Array(body), {
        headers: {
          'content-type': typeOf(name),
          vary: 'Accept-Encoding',
          ...(isCompressed && { 'content-encoding': 'br' }),
        },
      })
    },
  }
}
