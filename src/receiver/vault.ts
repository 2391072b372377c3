/** Seals what deliveries and results of jobs say of users and vehicles, so that nothing of it is ever in clear on a disk. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { spellingsOf } from '../api/same-id'

export interface Vault {
  /** @param about the place that it is for, such as the realm and a column: it opens nowhere else */
  seal(bytes: Uint8Array | string, about: string): Buffer
  /** @returns undefined where no key opens it, or it was altered */
  open(sealed: Uint8Array, about: string): Buffer | undefined
  /** What rows of that ID are found by: the same for the same ID, and says nothing of it to whoever has no key. */
  lookup(kind: LookupKind, id: string): Buffer
  /** Under each of the keys, the current one first, and in each case that a UUID may have been delivered in. */
  lookups(kind: LookupKind, id: string): Buffer[]
  /** Names of the keys, in hexadecimal, by which what is sealed says which of them opens it. */
  keyNames: readonly string[]
}
export type LookupKind = 'user' | 'vehicle'

const VERSION = 1
const ID_BYTES = 4
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = 1 + ID_BYTES

interface Keys {
  id: Buffer
  sealing: Buffer
  finding: Buffer
}

/** Purposes of vaults. No key of one opens what another sealed. */
type Purpose = 'deliveries' | 'job results'

/** Each use has a key of its own. */
function keysOf(key: Buffer, purpose: Purpose): Keys {
  const derive = (use: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, '', `forecourt ${purpose} ${use}`, bytes))
  return { id: derive('id', ID_BYTES), sealing: derive('sealing', 32), finding: derive('finding', 32) }
}

/** @param keys of 32 bytes: the first seals, all of them open */
export function createVault(keys: readonly Buffer[], purpose: Purpose = 'deliveries'): Vault {
  const [current, ...older] = keys.map((key) => keysOf(key, purpose))
  if (!current) throw new Error('A vault takes a key.')
  const all = [current, ...older]
  const find = ({ finding }: Keys, kind: LookupKind, id: string) =>
    createHmac('sha256', finding).update(`${kind}\0${id}`).digest()
  return {
    seal(bytes, about) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.sealing, iv, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(about))
      const inside = typeof bytes === 'string' ? cipher.update(bytes, 'utf8') : cipher.update(bytes)
      return Buffer.concat([Buffer.of(VERSION), current.id, iv, inside, cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, about) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength)
      if (bytes.length < HEAD_BYTES + IV_BYTES + TAG_BYTES || bytes[0] !== VERSION) return undefined
      const iv = bytes.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES)
      for (const { id, sealing } of all) {
        if (!bytes.subarray(1, HEAD_BYTES).equals(id)) continue
        const decipher = createDecipheriv('aes-256-gcm', sealing, iv, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(about))
        decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
        try {
          return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES + IV_BYTES, -TAG_BYTES)), decipher.final()])
        } catch {
          // not sealed with it, or altered
        }
      }
      return undefined
    },
    lookup: (kind, id) => find(current, kind, id),
    lookups: (kind, id) => all.flatMap((one) => spellingsOf(id).map((spelling) => find(one, kind, spelling))),
    keyNames: all.map(({ id }) => id.toString('hex')),
  }
}
