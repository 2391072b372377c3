/** The pages for what is not there and for what broke while it was drawn. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Failure } from '../tools/failure'
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
      <Failure error={error} onRetry={again} />
      <p>
        <Link to="/">Overview</Link>
      </p>
    </Page>
  )
}
