/** Errors of the version 2.0 host. The interface does not show their body (7); these are the shapes that services send. */
import type { Dialect } from '../api/presets/dialect'
import { errorPage } from './dialect'
import type { ErrorBody, ErrorStyle, Resolution, SandboxError } from './errors'

type Row = readonly [type: string, code: string | null, resolution: Resolution]

/** Codes of 401 and 403 as section 5 has them. */
const rows: Record<number, Row> = {
  400: ['VALIDATION', null, null],
  401: ['AUTHENTICATION', 'UNAUTHORIZED', null],
  403: ['PERMISSION', 'FORBIDDEN', 'REAUTHENTICATE'],
  404: ['RESOURCE_NOT_FOUND', 'PATH', null],
  409: ['VEHICLE_STATE', 'ASLEEP', null],
  410: ['RESOURCE_NOT_FOUND', 'VERSION', null],
  429: ['RATE_LIMIT', 'VEHICLE', { type: 'RETRY_LATER' }],
  430: ['BILLING', 'VEHICLE_REQUEST_LIMIT', { type: 'CONTACT_SUPPORT' }],
  500: ['SERVER', 'INTERNAL', { type: null, url: 'https://support.example.com' }],
  501: ['COMPATIBILITY', 'VEHICLE_NOT_CAPABLE', null],
  502: ['UPSTREAM', 'NO_RESPONSE', { type: 'RETRY_LATER' }],
}

const bodies: Record<Dialect['version2ErrorBody'], ErrorBody> = { typed: typedBody, plain: plainBody }
export const version2Body: ErrorBody = (error, style, requestId) =>
  error.version2?.body ?? bodies[style.dialect.version2ErrorBody](error, style, requestId)

const rowOf = (status: number): Row => rows[status] ?? ['SANDBOX', null, null]

function plainBody({ status, message, version2 }: SandboxError) {
  const [type, code] = rowOf(status)
  return { error: `${type.toLowerCase()}_error`, message, code: version2?.code ?? code ?? type }
}

function typedBody({ status, message, version2 }: SandboxError, { docs, dialect }: ErrorStyle, requestId: string) {
  const [type, usual, resolution] = rowOf(status)
  const code = version2?.code ?? usual
  return {
    type,
    code,
    description: message,
    docURL: errorPage(dialect.version2ErrorPage, docs, type.toLowerCase().replaceAll('_', '-'), code),
    statusCode: status,
    requestId,
    resolution: version2?.resolution ?? resolution,
    ...(version2?.detail && { detail: version2.detail }),
  }
}
