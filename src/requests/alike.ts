/** When two failures are one: wherever several requests of a page fail, each kind is told once. */
import { explain } from '../api/errors'
import { callOf } from './inspector/calls'

/** The host, the status, the type and the code, or the title where there is none: what failures that are alike share. */
export function likenessOf(error: unknown): string {
  const { status, type, code, title } = explain(error)
  return JSON.stringify([callOf(error)?.endpoint.host, status, type, code ?? title])
}
