/** The pages for what is not there and for what broke while it was drawn. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Failure } from '../tools/failure'
import { FILE_FAILED, LoadAnew } from '../ui/later'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'

export function NotFound() {
  return (
    <Page title="Page not found">
      <p>Nothing in this console has that address.</p>
      <p>
        <Link to="/">Overview</Link> · <Link to="/connections">Connections</Link>
      </p>
    </Page>
  )
}

export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const again = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title="This page failed">
      {error instanceof Error && error.message === FILE_FAILED ? (
        <Notice tone="danger" actions={<LoadAnew />}>
          <p>{FILE_FAILED} It may be restarting, or was updated. What else runs in this tab goes on.</p>
        </Notice>
      ) : (
        <Failure error={error} onRetry={again} />
      )}
      <p>
        <Link to="/">Overview</Link>
      </p>
    </Page>
  )
}
