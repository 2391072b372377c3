/** The way for a vehicle's owner to choose a capacity: link, QR code, a message ready to send (4.1, rule 5). */
import { Button, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useConfig } from '../../../tools/config'
import { maskLink } from '../../../tools/mask'
import { beginFlow } from '../../../tools/owner-flow'
import { isLoopback, ownerLink } from '../../../tools/owner-link'
import { later } from '../../../ui/later'
import { Notice } from '../../../ui/notice'
import styles from './views.module.css'

/** Loaded when it is asked for. */
const QrCode = later(
  () => import('../../../ui/qr-code').then((module) => module.QrCode),
  <p role="status">Drawing the QR code…</p>,
)

const RETURN_PATH = '/return/battery-capacity'

export function OwnerFlow({ url, vehicleId, car }: { url: string; vehicleId: string; car: string }) {
  const { connectUrl, ownerReturnUri } = useConfig()
  const [isQrShown, setQrShown] = useState(false)
  const [copied, setCopied] = useState<string>()
  const link = ownerLink(url, ownerReturnUri, connectUrl)
  if (link.kind === 'inert') {
    return (
      <section aria-label="For the owner" className={styles.flow}>
        <h2>For the owner</h2>
        <Notice tone="amber">
          <p>This link is not followed. {link.reason}</p>
          <p className="mono">{maskLink(url)}</p>
        </Notice>
      </section>
    )
  }
  const { href } = link
  const here = ownerLink(url, location.origin + RETURN_PATH, connectUrl)
  const isLocal = isLoopback(ownerReturnUri)
  const message = `Please tell us which battery your ${car || 'car'} has. It takes a minute:\n${href}`
  const copy = async (text: string, what: string) => {
    setCopied(
      await navigator.clipboard.writeText(text).then(
        () => `Copied the ${what}.`,
        () => `This browser does not let the page copy; select the ${what} instead.`,
      ),
    )
  }
  const open = () => {
    beginFlow(vehicleId)
    window.open(here.kind === 'link' ? here.href : href, '_blank', 'noopener,noreferrer')
  }
  return (
    <section aria-label="For the owner" className={styles.flow}>
      <h2>For the owner</h2>
      <p className="quiet">
        Whoever opens the link can choose for this vehicle: it holds a token. Hand it to the owner, and to nobody else.
        Owners come back to <code>{ownerReturnUri}</code>.
      </p>
      {isLocal && (
        <Notice tone="amber">
          Works only on this computer: the way back is a local address. Set OWNER_RETURN_URI before the link, the QR
          code or the message goes to an owner.
        </Notice>
      )}
      <TextInput
        label="Owner link"
        value={href}
        readOnly
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: 'mono' }}
      />
      <div className="row">
        <Button size="sm" variant="default" onClick={() => void copy(href, 'owner link')}>
          Copy owner link
        </Button>
        <Button size="sm" variant="default" onClick={open}>
          Open owner flow
        </Button>
        <Button size="sm" variant="default" aria-expanded={isQrShown} onClick={() => setQrShown(!isQrShown)}>
          {isQrShown ? 'Hide QR code' : 'Show QR code'}
        </Button>
      </div>
      {isQrShown && <QrCode text={href} what="Owner link as a QR code" />}
      <Textarea label="Message to the owner" value={message} readOnly rows={3} spellCheck={false} />
      <div className="row">
        <Button size="compact-sm" variant="default" onClick={() => void copy(message, 'message')}>
          Copy message
        </Button>
        <span role="status">{copied}</span>
      </div>
    </section>
  )
}
