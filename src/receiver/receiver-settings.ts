/** What the receiver is configured with: the gateway reads it from the environment. */
import type { KeepAlive } from './keep-alive'

/** How the provider signs, and what a challenge is called: `CONFIG` `deliveries`. */
export interface SignatureScheme {
  /** In small letters. */
  header: string
  algorithm: 'sha256' | 'sha512'
  encoding: 'hex' | 'base64'
  /** Stands before the digest, such as `sha256=`. */
  prefix?: string | undefined
  /** Where a challenge stands in a body, as dotted paths: `data.challenge`. */
  challengePaths: readonly string[]
}

export interface Destination {
  /** What a replay calls it by. */
  name: string
  /** https. */
  url: string
  /** Deliveries of this webhook alone; undefined: of all. */
  webhookId: string | undefined
}

export interface ReceiverSettings {
  /** 0: any free port. */
  port: number
  host: string
  /** The address that the provider calls; undefined: the sandbox's own, made at the start. */
  url: string | undefined
  /** The last segment of that address, 16 characters or more. */
  slug: string
  secret: string
  /** The one before, while rotating. */
  oldSecret: string | undefined
  scheme: SignatureScheme
  bodyLimitBytes: number
  /** Encrypts at rest; the first is used for what is new, all of them open. 32 bytes each. */
  keys: readonly Buffer[]
  retainDays: number
  mostBytes: number
  /** Codes of signals whose body is never stored. */
  redact: readonly string[]
  destinations: readonly Destination[]
  keepAlive: KeepAlive
  /** Peers that are trusted to say in `X-Forwarded-For` whom they heard. */
  trusts: (address: string) => boolean
}

/** A receiver's address as it may be printed: the beginning of its secret name is enough to recognize it. */
export const withoutSlug = (address: string): string => address.replace(/(\/deliveries\/[\w-]{4})[\w-]+$/, '$1…')
