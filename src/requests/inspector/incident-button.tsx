/** "Copy incident note": what failed, as Markdown for a ticket. Its text is made when it is asked for. */

import { useState } from 'react'
import { useConfig } from '../../core/config'
import { Button } from '../../ui/button'
import { copy } from '../../ui/copying'
import { fileFailed } from '../../ui/texts'
import { callOf } from './calls'
import * as texts from './texts'

export function IncidentButton({ error }: { error: unknown }) {
  const { hosts, headerPrefix } = useConfig()
  const [said, setSaid] = useState('')
  const call = callOf(error)
  if (!call) return null
  const copyNote = async () => {
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
