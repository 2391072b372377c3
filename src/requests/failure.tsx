/** A failed call, shown where it happened. A 401 asks for a token in place and goes on where it was. */
import { ApiError, type Explanation, explain, isUnauthorized } from '../api/errors'
import { useConfig } from '../core/config'
import { maskSentence } from '../core/mask'
import { handOverToken } from '../core/texts'
import { ErrorNotice } from '../ui/error-notice'
import { later } from '../ui/later'
import { IncidentButton } from './inspector/incident-button'

/** Loaded when a token is asked for: forms are not part of a first load. */
const TokenForm = later(() => import('./token-form').then((module) => module.TokenForm))

interface Props {
  error: unknown
  onRetry?: () => void
  isRetrying?: boolean
  children?: React.ReactNode
}

/** What is said of an error, with what must not be seen taken out of what came back. */
export function shownOf(error: unknown): Explanation {
  const explanation = explain(error)
  return { ...explanation, excerpt: explanation.excerpt && maskSentence(explanation.excerpt) }
}

export function Failure({ error, onRetry, isRetrying = false, children }: Props) {
  const { docsUrl } = useConfig()
  const explanation = shownOf(error)
  // What this server refuses, no permission of a connection would allow.
  const permission = error instanceof ApiError && explanation.type !== 'GATEWAY' ? error.endpoint.permission : undefined
  return (
    <>
      <ErrorNotice
        explanation={explanation}
        docsUrl={docsUrl}
        permission={permission}
        onRetry={onRetry}
        isRetrying={isRetrying}
      >
        {children}
        <IncidentButton error={error} />
      </ErrorNotice>
      {isUnauthorized(error) && (
        <section className="stack">
          <p>{handOverToken}</p>
          <TokenForm />
        </section>
      )}
    </>
  )
}
