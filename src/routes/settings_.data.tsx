/** `/settings/data`: the section of the settings about data of earlier versions. */
import { createFileRoute, Link } from '@tanstack/react-router'
import { OldDataSection } from '../shell/old-data/old-data-section'
import * as texts from '../shell/old-data/old-data-texts'
import { title } from '../shell/settings/texts'
import { Page } from '../ui/page'

export const Route = createFileRoute('/settings_/data')({ component: DataPage })

function DataPage() {
  return (
    <Page title={texts.title} trail={<Link to="/settings">{title}</Link>}>
      <OldDataSection />
    </Page>
  )
}
