/** Errors to the letter of section 7, and the marker for an answer that never arrives whole. */
import type { Dialect } from '../api/presets/dialect'
import { errorPage } from './dialect'

export type Resolution = null | string | { type: string | null; url?: string }
/** What a version 2.0 error says beyond its usual body (the interface does not show it, 7). */
interface Version2Detail {
  code?: string
  resolution?: Resolution
  /** Field by field, on a validation error. */
  detail?: { field: string[]; message: string }[]
  /** The whole body, where it has another shape altogether. */
  body?: object
}

const rows: Record<number, readonly [type: string, code: string, title: string, page: string]> = {
  400: ['VALIDATION', 'BAD_REQUEST', 'Bad Request', 'validation-errors'],
  401: ['AUTHENTICATION', 'UNAUTHORIZED', 'Unauthorized', 'authentication-errors'],
  403: ['AUTHENTICATION', 'FORBIDDEN', 'Forbidden', 'authentication-errors'],
  404: ['RESOURCE_NOT_FOUND', 'NOT_FOUND', 'Not Found', 'not-found-errors'],
  409: ['VEHICLE_STATE', 'ASLEEP', 'Vehicle Asleep', 'vehicle-state-errors'],
  500: ['SERVER', 'INTERNAL', 'Internal Server Error', 'server-errors'],
}

const details: Record<number, string> = {
  400: 'The request isn’t valid.',
  401: 'The access token is missing or invalid.',
  403: 'The token has no access to this resource.',
  404: 'This resource doesn’t exist.',
  409: 'The vehicle is asleep and can’t respond right now.',
  500: 'Something unexpected happened.',
}

/** Thrown by handlers; becomes the error body of section 7. */
export class SandboxError extends Error {
  override name = 'SandboxError'
  constructor(
    readonly status: number,
    detail = details[status] ?? `The sandbox returns ${status} for this.`,
    /** What the version 2.0 host says beyond its usual body for this status. */
    readonly version2?: Version2Detail,
    /** Type, code and title, where they are not section 7's for this status. */
    readonly words?: readonly [type: string, code: string, title: string],
  ) {
    super(detail)
  }
}

/** How long to wait, where that is what the status says. */
export const retryAfter = (status: number): Record<string, string> => (status === 429 ? { 'retry-after': '2' } : {})

/** Thrown where the connection is cut before an answer; what comes of it is up to who holds the socket. */
export class CutError extends TypeError {
  override name = 'CutError'
}

/** What the bodies of errors are written with: `{docs_url}`, and how the provider spells them. */
export interface ErrorStyle {
  docs: string
  dialect: Dialect
}

export type ErrorBody = (error: SandboxError, style: ErrorStyle, requestId: string) => object
const bodies: Record<Dialect['version3ErrorBody'], ErrorBody> = {
  'json-api': jsonApiBody,
  problem: problemBody,
}
export const errorBody: ErrorBody = (error, style, requestId) =>
  bodies[style.dialect.version3ErrorBody](error, style, requestId)

const wordsOf = ({ status, words }: SandboxError) =>
  words
    ? ([...words, 'conflict-errors'] as const)
    : (rows[status] ?? (['SANDBOX', `STATUS_${status}`, `Status ${status}`, 'server-errors'] as const))

function jsonApiBody(error: SandboxError, { docs, dialect }: ErrorStyle) {
  const { status, message } = error
  const [type, code, title, page] = wordsOf(error)
  const about = errorPage(dialect.version3ErrorPage, docs, page, code)
  return { errors: [{ status: String(status), type, code, title, detail: message, links: { about } }] }
}

/** RFC 9457. */
function problemBody(error: SandboxError, { docs, dialect }: ErrorStyle, requestId: string) {
  const { status, message } = error
  const [, code, title, page] = wordsOf(error)
  const type = errorPage(dialect.version3ErrorPage, docs, page, code)
  return { type, title, status, detail: message, instance: `/requests/${requestId}` }
}
