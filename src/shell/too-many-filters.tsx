/** The page of an address with too many filters that the API doesn't document. */
import { Link, useLocation } from '@tanstack/react-router'
import { tooManyUnknown, withoutUnknown } from '../api/unknown-filters'
import { Notice } from '../ui/notice'
import { Page } from '../ui/page'

export function TooManyFilters() {
  const search = withoutUnknown(useLocation().search)
  const { title, text, way } = tooManyUnknown
  return (
    <Page title={title}>
      <Notice tone="danger">
        <p>{text}</p>
      </Notice>
      <p>
        <Link to="." search={search as never /* the route's own names */}>
          {way}
        </Link>
      </p>
    </Page>
  )
}
