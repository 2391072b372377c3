/** Whether a vehicle can be asked at all: by this operator's role, and with a token. */
import { useQuery } from '@tanstack/react-query'
import type { Host } from '../../api/endpoint'
import { useConfig } from '../../core/config'
import { sessionQuery } from '../../core/session'
import { useRefusal } from '../../requests/refusal'
import * as texts from './request-texts'

export interface NoToken {
  reason: string | undefined
  isKnown: boolean
}

/** Why it cannot be read at all: the role does not permit it, or no token is held. What this browser has handed over is asked for first. */
export function useNoToken(vehicleId: string, host: Host): NoToken {
  const { tokens } = useConfig()
  const refusal = useRefusal('billed')
  const isHeld = host !== 'vehicleData' || tokens.version2
  const { data: session, isError } = useQuery({ ...sessionQuery, enabled: !isHeld })
  if (refusal) return { reason: refusal, isKnown: true }
  if (isHeld || isError) return { reason: undefined, isKnown: true }
  if (!session) return { reason: undefined, isKnown: false }
  if (session.version2 || session.vehicles[vehicleId]) return { reason: undefined, isKnown: true }
  return { reason: texts.noToken, isKnown: true }
}
