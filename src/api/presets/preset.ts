/** What a preset is: the public values of a known service, as data. A name that is none does not compile. */
import type { connectionFilters } from '../connections'
import type { SignalPaging } from '../signals'
import type { subscriptionFilters } from '../subscriptions'
import type { VariableName } from '../variables.data'
import type { webhookFilters } from '../webhooks'
import type { Dialect } from './dialect'

type ShapeOf<Q extends () => { shape: object }> = ReturnType<Q>['shape']
/** The query parameters of every operation. */
type ParameterName = keyof (ShapeOf<(typeof connectionFilters)['query']> &
  ShapeOf<(typeof webhookFilters)['query']> &
  ShapeOf<(typeof subscriptionFilters)['query']> &
  ShapeOf<typeof SignalPaging>)

export interface Preset {
  /** Variables as they would be set by hand. */
  env: Readonly<Partial<Record<VariableName, string>>>
  /** The token address, which counts only where there are credentials to send to it. */
  tokenUrl: string
  /** A form of `CLIENT_ID` that the token address can’t accept, and the sentence that says which one it expects. */
  otherClientId?: { pattern: RegExp; warning: string }
  /** What `CONFIG` would say; the file's own words win, key by key. */
  config: PresetConfig
  /** What neither says, for a sandbox that speaks as the service does. */
  dialect?: Partial<Dialect>
}

/** The keys of `CONFIG` that are a service's, not an operator's. */
export interface PresetConfig {
  parameters?: Partial<Record<ParameterName, string>>
  pageSizes?: { connections?: number[]; webhooks?: number[] }
  defaultPageSizes?: { connections?: number; webhooks?: number }
  extensions?: string[]
  advisedBatchPaths?: number
  bucket?: { capacity: number; refillPerMinute: number }
  deliveries?: {
    signatureHeader?: string
    algorithm?: 'sha256' | 'sha512'
    encoding?: 'hex' | 'base64'
    signaturePrefix?: string
    challengePaths?: string[]
    bodyLimitKb?: number
  }
}
