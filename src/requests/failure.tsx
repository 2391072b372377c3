/** A failed call, shown where it happened. A 401 asks for a token in place and goes on where it was. */
import { ApiError, type Explanation, explain, isSignInEndedAtProxy, isUnauthorized } from '../api/errors'
import { maskSentence } from '../api/mask'
import { useConfig } from '../core/config'
import * as texts from '../core/texts'
import { ErrorNotice } from '../ui/error-notice'
import { FILE_FAILED, FileFailure, LoadAnew, later } from '../ui/later'
import { IncidentButton } from './inspector/incident-button'

/** Loaded when a token is asked for: forms are not part of a first load. */
const TokenForm = later(() => import('./token-form').then((module) => module.TokenForm))

interface Props {
  error: unknown
  /** What could not be done, as “Couldn’t load this webhook”; by itself what its request was for. */
  what?: string
  /** How many requests failed alike. */
  times?: number
  onRetry?: () => void
  /** What the button says where trying again costs something. */
  retry?: string | undefined
  isRetrying?: boolean
  /** False on a page that has the form of tokens anyway. */
  hasTokenForm?: boolean
  children?: React.ReactNode
}

/** What is said of an error, with what must not be seen taken out of what came back. */
export function shownOf(error: unknown): Explanation {
  const explanation = explain(error)
  return { ...explanation, excerpt: explanation.excerpt && maskSentence(explanation.excerpt) }
}

/** What a request was for, where its page says nothing of its own. */
function purposeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const [method = '', path = ''] = error.endpoint.operation.split(' ')
  if (path.startsWith('/v2.0/') || path.includes('/signals/')) return texts.readFailed
  const [, kind = '', id] = /\/(\w+)(?:\.\w+|(\/\{\w+\}))?$/.exec(path) ?? []
  return texts.failedTo(method, id || method === 'POST' ? texts.one(kind) : kind)
}

export function Failure({
  error,
  what = purposeOf(error),
  times,
  onRetry,
  retry,
  isRetrying = false,
  hasTokenForm = true,
  children,
}: Props) {
  const { docsUrl } = useConfig()
  if (error instanceof Error && error.message === FILE_FAILED)
    return (
      <FileFailure onRetry={onRetry} isRetrying={isRetrying}>
        {children}
      </FileFailure>
    )
  const explanation = shownOf(error)
  // What this server refuses, no permission of a connection would allow.
  const permission = error instanceof ApiError && explanation.type !== 'GATEWAY' ? error.endpoint.permission : undefined
  return (
    <>
      <ErrorNotice
        explanation={explanation}
        what={what}
        times={times}
        docsUrl={docsUrl}
        permission={permission}
        onRetry={onRetry}
        retry={retry}
        isRetrying={isRetrying}
        ways={
          <>
            {isSignInEndedAtProxy(error) && <LoadAnew />}
            <IncidentButton error={error} />
          </>
        }
      >
        {children}
      </ErrorNotice>
      {hasTokenForm && isUnauthorized(error) && (
        <section className="stack">
          <p>{texts.handOverToken}</p>
          <TokenForm />
        </section>
      )}
    </>
  )
}
