/** "Copy incident note": what failed, as Markdown for a ticket. Its text is made when it is asked for. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '../config'
import { callOf } from './calls'
import * as texts from './texts'

export function IncidentButton({ error }: { error: unknown }) {
  const { hosts, headerPrefix } = useConfig()
  const [said, setSaid] = useState('')
  const call = callOf(error)
  if (!call) return null
  const copy = async () => {
    const { incidentNote } = await import('./call-text')
    const page = location.href.replace(location.hash, '')
    const text = incidentNote({ ...call, error, base: hosts[call.endpoint.host], prefix: headerPrefix, page })
    const isCopied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? texts.copied : texts.noClipboard)
  }
  return (
    <p className="row">
      <Button size="compact-xs" variant="default" onClick={() => void copy()}>
        {texts.copyNote}
      </Button>
      <span className="quiet">{said}</span>
    </p>
  )
}
