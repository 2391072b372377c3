/** A failed call, shown where it happened. A 401 asks for a token in place and goes on where it was. */
import { ApiError, explain, isUnauthorized } from '../api/errors'
import { ErrorNotice } from '../ui/error-notice'
import { later } from '../ui/later'
import { IncidentButton } from './calls/incident-button'
import { useConfig } from './config'
import { handOverToken } from './texts'

/** Loaded when a token is asked for: forms are not part of a first load. */
const TokenForm = later(() => import('./token-form').then((module) => module.TokenForm))

interface Props {
  error: unknown
  onRetry?: () => void
  isRetrying?: boolean
  children?: React.ReactNode
}

export function Failure({ error, onRetry, isRetrying = false, children }: Props) {
  const { docsUrl } = useConfig()
  const explanation = explain(error)
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
