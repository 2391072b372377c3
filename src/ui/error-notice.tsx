/** An error in full, where it happened: what could not be done, title, code, status, detail as sent, and ways on. */

import type { ReactNode } from 'react'
import type { Explanation } from '../api/errors'
import { Button } from './button'
import styles from './error-notice.module.css'
import { isSafeLink } from './link'
import { Notice } from './notice'
import * as texts from './texts'

interface Props {
  explanation: Explanation
  /** What could not be done, above the service's own title. */
  what?: string | undefined
  /** How many requests failed alike. */
  times?: number
  /** The one host to which the service's error links may lead; null: none is configured. */
  docsUrl: string | null
  /** What the operation needs, said on a 403. */
  permission?: string | undefined
  onRetry?: (() => void) | undefined
  /** What the button says where trying again costs something. */
  retry?: string | undefined
  isRetrying?: boolean
  /** True where it is one of many that are announced as a whole. */
  isSilent?: boolean
  /** What else can be done about it, beside Retry. */
  ways?: ReactNode
  children?: ReactNode
}

/** What a service's word for the way out asks of the operator. */
const ways: Readonly<Record<string, string>> = {
  RETRY_LATER: texts.tryLater,
  REAUTHENTICATE: texts.signInAgain,
  CONTACT_SUPPORT: texts.contactSupport,
  FINANCE: texts.suspended,
}

export function ErrorNotice(props: Props) {
  const { explanation, docsUrl, what, times = 1, permission, onRetry, isRetrying = false, isSilent = false } = props
  const {
    title,
    status,
    type,
    code,
    detail,
    fields,
    requestId,
    instance,
    retryAfter,
    resolution,
    userMessage,
    excerpt,
  } = explanation
  const Title = isSilent ? 'h3' : 'h2' // one of many stands below the heading of them all
  const facts = [status === undefined ? undefined : `HTTP ${status}`, type, code].filter(Boolean).join(' · ')
  // The provider's own words stay as they were sent. Without a response, or from the gateway, they are ours.
  const translate = status === undefined || type === 'GATEWAY' ? undefined : 'no'
  return (
    <Notice tone="danger" isSilent={isSilent}>
      <Title translate={what ? undefined : translate}>
        {what ?? title}
        {times > 1 && texts.failedTimes(times)}
      </Title>
      {(what || facts) && (
        <p>
          {what && <strong translate={translate}>{title}</strong>}{' '}
          <span translate="no" className={styles.facts}>
            {facts}
          </span>
        </p>
      )}
      {detail && <p translate={translate}>{detail}</p>}
      {fields && (
        <ul translate={translate} className={styles.fields}>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      {status === 403 && permission && <p>{texts.needs(permission)}</p>}
      {retryAfter !== undefined && <p>{texts.wait(retryAfter)}</p>}
      {resolution && (
        <p>{texts.resolvedBy(resolution, Object.hasOwn(ways, resolution) ? ways[resolution] : undefined)}</p>
      )}
      {userMessage && <p>{texts.tellOwner(userMessage)}</p>}
      {requestId && <p className={styles.facts}>{texts.request(requestId)}</p>}
      {instance && <p className={styles.facts}>{texts.instance(instance)}</p>}
      {excerpt && (
        <details>
          <summary>{texts.cameBack}</summary>
          <pre translate="no" className={styles.excerpt}>
            {excerpt}
          </pre>
        </details>
      )}
      {explanation.more?.map((one, index) => (
        <div key={index}>
          <p translate="no">{texts.further([one.title, one.type, one.code, one.detail].filter(Boolean).join(' '))}</p>
          <About about={one.about} words={texts.aboutNth(index + 2)} docsUrl={docsUrl} />
        </div>
      ))}
      {props.children}
      <div className={styles.ways}>
        {onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry} loading={isRetrying}>
            {props.retry ?? texts.retry}
          </Button>
        )}
        {props.ways}
        <About about={explanation.about} words={texts.aboutError} docsUrl={docsUrl} />
      </div>
    </Notice>
  )
}

/** Followed only on the configured docs host: an address in an error is as untrusted as any other data. */
function About({ about, words, docsUrl }: { about: string | undefined; words: string; docsUrl: string | null }) {
  if (!about) return null
  if (isSafeLink(about, docsUrl)) {
    return (
      <p>
        <a href={about} target="_blank" rel="noreferrer noopener">
          {words}
        </a>
      </p>
    )
  }
  return <p className={styles.facts}>{texts.aboutUnlinked(words, about, Boolean(docsUrl))}</p>
}
