/** Seals tokens for cookies: encrypted and authenticated, and good only for what they were sealed for. */
import { createHash } from 'node:crypto'
import { EncryptJWT, jwtDecrypt } from 'jose'

export interface Seal {
  seal(purpose: string, value: string): Promise<string>
  /** @returns undefined for anything that was not sealed here for this purpose */
  open(purpose: string, sealed: string | undefined): Promise<string | undefined>
}

export function createSeal(secret: string): Seal {
  const key = createHash('sha256').update(`forecourt cookies\n${secret}`).digest()
  return {
    seal: (purpose, value) =>
      new EncryptJWT({ value }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setSubject(purpose).encrypt(key),
    async open(purpose, sealed) {
      if (!sealed) return undefined
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          subject: purpose,
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
        })
        return typeof payload.value === 'string' ? payload.value : undefined
      } catch {
        return undefined // tampered with, sealed by another server, or for something else: as if it were not there
      }
    },
  }
}
