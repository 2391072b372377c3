/** "Copy incident note": what failed, as Markdown for a ticket. Its text is made when it is asked for. */

import { useState } from 'react'
import { ApiError } from '../../api/errors'
import { useConfig } from '../../core/config'
import { Button } from '../../ui/button'
import { copy } from '../../ui/copying'
import { useIsHydrated } from '../../ui/first-render'
import { fileFailed } from '../../ui/texts'
import { callOf } from './calls'
import * as texts from './texts'

const isOfHost = (error: unknown) => error instanceof ApiError && 'host' in error.endpoint

export function IncidentButton({ error }: { error: unknown }) {
  const { hosts, headerPrefix } = useConfig()
  const [said, setSaid] = useState('')
  const isHydrated = useIsHydrated()
  const call = callOf(error)
  // The server keeps no calls. It renders the button for what may be one, so that hydration finds it.
  if (!call && (isHydrated || !isOfHost(error))) return null
  const copyNote = async () => {
    if (!call) return
    const { incidentNote } = await import('./call-text')
    const page = location.href.replace(location.hash, '')
    const text = incidentNote({ ...call, error, base: hosts[call.endpoint.host], prefix: headerPrefix, page })
    setSaid((await copy({ text, what: texts.note })) ? texts.copied : '')
  }
  return (
    <span className="row">
      <Button size="compact-sm" variant="default" onClick={() => void copyNote().catch(() => setSaid(fileFailed))}>
        {texts.copyNote}
      </Button>
      <span className="quiet">{said}</span>
    </span>
  )
}
