/** Several failed requests of one part of a page: those that failed alike are said once. */
import { ApiError, explain } from '../api/errors'
import { Failure } from './failure'
import { callOf } from './inspector/calls'

interface Failed {
  error: unknown
  count: number
}

/** What makes two failures the same: the host, the status, and the code, or the title where there is none. */
const sameness = (error: unknown): string => {
  const { status, type, code, title } = explain(error)
  const { host } = callOf(error)?.endpoint ?? {}
  return JSON.stringify([error instanceof ApiError, host, status, type, code ?? title])
}

/** Each failure once, in the order of the first of its kind; what did not fail is left out. */
function alike(errors: readonly unknown[]): Failed[] {
  const found = new Map<string, Failed>()
  for (const error of errors) {
    if (error === undefined || error === null) continue
    const key = sameness(error)
    const known = found.get(key)
    if (known) known.count += 1
    else found.set(key, { error, count: 1 })
  }
  return [...found.values()]
}

interface Props {
  errors: readonly unknown[]
  /** What could not be done. */
  what: string
  onRetry: () => void
  isRetrying: boolean
}

export const Failures = ({ errors, ...rest }: Props) =>
  alike(errors).map(({ error, count }) => <Failure key={sameness(error)} error={error} times={count} {...rest} />)
