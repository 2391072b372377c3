/** "Copy incident note": what failed, as Markdown for a ticket. Its text is made when it is asked for. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '../config'
import { callOf } from './calls'

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
    setSaid(isCopied ? 'Copied.' : 'The browser does not let this page write to the clipboard.')
  }
  return (
    <p className="row">
      <Button size="compact-xs" variant="default" onClick={() => void copy()}>
        Copy incident note
      </Button>
      <span className="quiet">{said}</span>
    </p>
  )
}
