/** Seals tokens for cookies: encrypted and authenticated, and good only for what they were sealed for. */
import { createHash } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

export interface Seal {
  /** @param lifeS seconds after which it opens no more; no end where not given */
  seal(purpose: string, value: string, lifeS?: number): Promise<string>
  /** @returns undefined for anything that was not sealed here for this purpose */
  open(purpose: string, sealed: string | undefined): Promise<string | undefined>
}

const keyOf = (secret: string) => createHash('sha256').update(`forecourt cookies\n${secret}`).digest()

/** @param old what sealed before: it still opens, and seals nothing */
export function createSeal(secret: string, old?: string): Seal {
  const key = keyOf(secret)
  const keys = old === undefined ? [key] : [key, keyOf(old)]
  return {
    seal: (purpose, value, lifeS) => {
      const token = new EncryptJWT({ value }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setSubject(purpose)
      if (lifeS !== undefined) token.setIssuedAt().setExpirationTime(`${lifeS} s`)
      return token.encrypt(key)
    },
    async open(purpose, sealed) {
      if (!sealed) return undefined
      for (const one of keys) {
        const value = await openedBy(one, purpose, sealed)
        if (value !== undefined) return value
      }
      return undefined
    },
  }
}

async function openedBy(key: Uint8Array, purpose: string, sealed: string): Promise<string | undefined> {
  try {
    const { payload } = await jwtDecrypt(sealed, key, {
      subject: purpose,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return typeof payload.value === 'string' ? payload.value : undefined
  } catch {
    return undefined // tampered with, too old, sealed by another server, or for something else: as if it were not there
  }
}
