/** Which webhooks are triggered by a signal, or deliver it: asked of the management host on a click. */

import { useState } from 'react'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import * as common from '../vehicles/texts'
import { readCatalogue } from '../webhooks/catalogue'
import * as texts from './texts'

/** Loaded when it is asked for. */
const WithSignal = later(
  () => import('../webhooks/with-signal').then((module) => module.WithSignal),
  <p role="status">{common.webhooksPending}</p>,
)

export function WebhooksOf({ code }: { code: string }) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked) return <WithSignal code={code} />
  const ask = () => {
    setAsked(true)
    void readCatalogue()
  }
  return (
    <div>
      <Button size="compact-sm" variant="default" onClick={ask}>
        {texts.webhooks}
      </Button>
    </div>
  )
}
