/** The way for a vehicle's owner to choose a capacity: link, QR code, a message ready to send (4.1, rule 5). */

import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ownAddress } from '../../../api/base-path'
import { OWNER_PATH } from '../../../api/config'
import { maskLink } from '../../../api/mask'
import { useConfig } from '../../../core/config'
import { Button } from '../../../ui/button'
import { copy } from '../../../ui/copying'
import { later } from '../../../ui/later'
import { Mantine } from '../../../ui/mantine'
import { Notice } from '../../../ui/notice'
import { beginFlow } from '../owner-flow'
import { isLoopback, ownerLink } from '../owner-link'
import * as texts from './owner-texts'
import styles from './views.module.css'

/** Loaded when it is asked for. */
const QrCode = later(
  () => import('../../../ui/qr-code').then((module) => module.QrCode),
  <p role="status">{texts.drawingCode}</p>,
)

interface Props {
  url: string
  vehicleId: string
  car: string
  /** True where the owner’s choice is what is missing. */
  isNext: boolean
}

export function OwnerFlow({ url, vehicleId, car, isNext }: Props) {
  const { connectUrl, ownerReturnUri } = useConfig()
  const [isQrShown, setQrShown] = useState(false)
  const [copied, setCopied] = useState<string>()
  const link = ownerLink(url, ownerReturnUri, connectUrl)
  if (link.kind === 'inert') {
    return (
      <section aria-label={texts.owner} className={styles.flow}>
        <h2>{texts.owner}</h2>
        <Notice tone="amber">
          <p>{texts.notFollowed(link.reason)}</p>
          <p translate="no" className="mono">
            {maskLink(url)}
          </p>
        </Notice>
      </section>
    )
  }
  const { href } = link
  const here = ownerLink(url, location.origin + ownAddress(OWNER_PATH), connectUrl)
  const isLocal = isLoopback(ownerReturnUri)
  const message = texts.message(car, href)
  const take = async (text: string, what: string) =>
    setCopied((await copy({ text, what })) ? texts.copied(what) : undefined)
  const open = () => {
    beginFlow(vehicleId)
    window.open(here.kind === 'link' ? here.href : href, '_blank', 'noopener,noreferrer')
  }
  return (
    <section aria-label={texts.owner} className={styles.flow}>
      <h2>{texts.owner}</h2>
      <p className="quiet">{texts.handOver(<code translate="no">{ownerReturnUri}</code>)}</p>
      {isLocal && <Notice tone="amber">{texts.onlyHere}</Notice>}
      <Mantine>
        <TextInput
          translate="no"
          label={texts.link}
          value={href}
          readOnly
          spellCheck={false}
          onFocus={(event) => event.currentTarget.select()}
          classNames={{ input: 'mono' }}
        />
      </Mantine>
      <div className="row">
        <Button size="xs" variant={isNext ? 'filled' : 'default'} onClick={() => void take(href, texts.ownerLink)}>
          {texts.copyLink}
        </Button>
        <Button size="xs" variant="default" onClick={open}>
          {texts.openFlow}
        </Button>
        <Button size="xs" variant="default" aria-expanded={isQrShown} onClick={() => setQrShown(!isQrShown)}>
          {isQrShown ? texts.hideCode : texts.showCode}
        </Button>
      </div>
      {isQrShown && <QrCode text={href} what={texts.code} />}
      <Mantine>
        <Textarea translate="no" label={texts.messageField} value={message} readOnly rows={3} spellCheck={false} />
      </Mantine>
      <div className="row">
        <Button size="compact-sm" variant="default" onClick={() => void take(message, texts.ownerMessage)}>
          {texts.copyMessage}
        </Button>
        <span role="status">{copied}</span>
      </div>
    </section>
  )
}
