/** The pages for what is not there and for what broke while it was drawn. */
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Failure } from '../requests/failure'
import { Page } from '../ui/page'
import * as texts from './frame-texts'
import * as pages from './page-texts'

export function NotFound() {
  return (
    <Page title={texts.notFound}>
      <p>{texts.noSuchAddress}</p>
      <p>
        <Link to="/">{pages.overview}</Link> · <Link to="/connections">{pages.connections}</Link>
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
    <Page title={texts.pageFailed}>
      <Failure error={error} onRetry={again} />
      <p>
        <Link to="/">{pages.overview}</Link>
      </p>
    </Page>
  )
}
