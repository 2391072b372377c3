/** "Copy incident note": what failed, as Markdown for a ticket. Its text is made when it is asked for. */

import { useState } from 'react'
import { useConfig } from '../../core/config'
import { Button } from '../../ui/button'
import { copy } from '../../ui/copying'
import { callOf } from './calls'
import * as texts from './texts'

export function IncidentButton({ error }: { error: unknown }) {
  const { hosts, headerPrefix } = useConfig()
  const [isCopied, setCopied] = useState(false)
  const call = callOf(error)
  if (!call) return null
  const copyNote = async () => {
    const { incidentNote } = await import('./call-text')
    const page = location.href.replace(location.hash, '')
    const text = incidentNote({ ...call, error, base: hosts[call.endpoint.host], prefix: headerPrefix, page })
    setCopied(await copy({ text, what: texts.note }))
  }
  return (
    <span className="row">
      <Button size="compact-sm" variant="default" onClick={() => void copyNote()}>
        {texts.copyNote}
      </Button>
      <span className="quiet">{isCopied && texts.copied}</span>
    </span>
  )
}
