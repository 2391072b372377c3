/** `/`: the overview: a lookup, how much there is, and what needs somebody; then what ends soon, the fleet, what was done. */
import { createFileRoute } from '@tanstack/react-router'
import { useAccount } from '../core/account'
import { Lookup } from '../shell/lookup/lookup'
import { counts, webhookPage } from '../shell/overview/counted'
import { Counts } from '../shell/overview/counts'
import { title } from '../shell/overview/texts'
import { later } from '../ui/later'
import { Page } from '../ui/page'

export const Route = createFileRoute('/')({
  loader: ({ context, preload }) => {
    if (preload) return
    for (const count of counts) void context.queryClient.prefetchQuery(count)
    void context.queryClient.prefetchQuery(webhookPage())
  },
  component: Overview,
})

/** Fetched beside the figures; nothing stands below it. */
const Panels = later(() => import('../shell/overview/overview-panels').then((module) => module.OverviewPanels))

function Overview() {
  const { epoch } = useAccount() // what was looked up of another account is gone with it
  return (
    <Page title={title}>
      <Lookup key={epoch} />
      <Counts />
      <Panels />
    </Page>
  )
}
