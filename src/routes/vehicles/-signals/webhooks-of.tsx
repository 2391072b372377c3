/** Which webhooks are triggered by a signal, or deliver it: asked of the management host on a click. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { readCatalogue } from '../../../tools/webhooks/catalogue'

/** Loaded when it is asked for. */
const WithSignal = lazy(() =>
  import('../../../tools/webhooks/with-signal').then((module) => ({ default: module.WithSignal })),
)

export function WebhooksOf({ code }: { code: string }) {
  const [isAsked, setAsked] = useState(false)
  if (isAsked)
    return (
      <Suspense fallback={<p role="status">Asking for the webhooks…</p>}>
        <WithSignal code={code} />
      </Suspense>
    )
  const ask = () => {
    setAsked(true)
    void readCatalogue()
  }
  return (
    <div>
      <Button size="compact-sm" variant="default" onClick={ask}>
        Webhooks with this signal
      </Button>
    </div>
  )
}
