/** Several failed requests of one part of a page: those that failed alike are said once. */
import { grouped } from '../ui/grouped'
import { likenessOf } from './alike'
import { Failure } from './failure'

interface Props {
  /** Undefined or null for what did not fail. */
  errors: readonly unknown[]
  /** What could not be done. */
  what: string
  onRetry: () => void
  isRetrying: boolean
}

/** Each failure once, in the order of the first of its kind. */
export function Failures({ errors, ...rest }: Props) {
  const failed = errors.filter((error) => error !== undefined && error !== null)
  return [...grouped(failed, likenessOf)].map(([likeness, alike]) => (
    <Failure key={likeness} error={alike[0]} times={alike.length} {...rest} />
  ))
}
