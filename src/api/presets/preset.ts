/** What a preset is: the public values of a known service, as data. */
import type { Dialect } from './dialect'

export interface Preset {
  /** Variables as they would be set by hand. */
  env: Readonly<Record<string, string>>
  /** The token address, which counts only where there are credentials to send to it. */
  tokenUrl: string
  /** What `CONFIG` would say; the file's own words win, key by key. */
  config: PresetConfig
  /** What neither says, for a sandbox that speaks as the service does. */
  dialect?: Partial<Dialect>
}

/** The keys of `CONFIG` that are a service's, not an operator's. */
export interface PresetConfig {
  parameters?: Record<string, string>
  pageSizes?: { connections?: number[]; webhooks?: number[] }
  extensions?: string[]
  advisedBatchPaths?: number
  bucket?: { capacity: number; refillPerMinute: number }
  deliveries?: {
    signatureHeader?: string
    algorithm?: 'sha256' | 'sha512'
    encoding?: 'hex' | 'base64'
    challengePaths?: string[]
    bodyLimitKb?: number
  }
}
