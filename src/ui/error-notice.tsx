/** An error in full, where it happened: title, code, status, detail, the service's own page about it, a way on. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Explanation } from '../api/errors'
import styles from './error-notice.module.css'
import { isSafeLink } from './link'
import { Notice } from './notice'

interface Props {
  explanation: Explanation
  /** The one host to which the service's error links may lead; null: none is configured. */
  docsUrl: string | null
  /** What the operation needs, said on a 403. */
  permission?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
  /** True where it is one of many that are announced as a whole. */
  isSilent?: boolean
  children?: ReactNode
}

/** What a service's word for the way out asks of the operator. */
const ways: Readonly<Record<string, string>> = {
  RETRY_LATER: 'try again later',
  REAUTHENTICATE: 'the owner has to sign in with the car’s maker again',
  CONTACT_SUPPORT: 'contact the service’s support',
  FINANCE: 'the account with the service is suspended: see its billing',
}

export function ErrorNotice(props: Props) {
  const { explanation, docsUrl, permission, onRetry, isRetrying = false, isSilent = false, children } = props
  const { title, status, type, code, detail, fields, requestId, retryAfter, resolution, userMessage, excerpt, more } =
    explanation
  const facts = [status === undefined ? undefined : `HTTP ${status}`, type, code].filter(Boolean).join(' · ')
  return (
    <Notice
      tone="danger"
      isSilent={isSilent}
      actions={
        onRetry && (
          <Button size="compact-sm" variant="default" onClick={onRetry} loading={isRetrying}>
            Retry
          </Button>
        )
      }
    >
      <h2>{title}</h2>
      {facts && <p className={styles.facts}>{facts}</p>}
      {detail && <p>{detail}</p>}
      {fields && (
        <ul className={styles.fields}>
          {fields.map((field) => (
            <li key={field}>{field}</li>
          ))}
        </ul>
      )}
      {status === 403 && permission && (
        <p>
          This needs the permission <code>{permission}</code>.
        </p>
      )}
      {retryAfter !== undefined && <p>The service asks to wait {retryAfter} s before the next try.</p>}
      {resolution && (
        <p>
          What resolves it, in the service’s words: <code>{resolution}</code>
          {Object.hasOwn(ways, resolution) && ` (${ways[resolution]})`}
        </p>
      )}
      {userMessage && (
        <p>
          To tell the owner, in the service’s words: <q>{userMessage}</q>
        </p>
      )}
      {requestId && (
        <p className={styles.facts}>
          Request <code>{requestId}</code>
        </p>
      )}
      {excerpt && (
        <details>
          <summary>What came back</summary>
          <pre className={styles.excerpt}>{excerpt}</pre>
        </details>
      )}
      {more?.map((one, index) => (
        <p key={index}>
          And: {one.title} {one.code} {one.detail}
        </p>
      ))}
      <div className={styles.ways}>
        <About about={explanation.about} docsUrl={docsUrl} />
        {children}
      </div>
    </Notice>
  )
}

/** Followed only on the configured docs host: an address in an error is as untrusted as any other data. */
function About({ about, docsUrl }: { about: string | undefined; docsUrl: string | null }) {
  if (!about) return null
  if (isSafeLink(about, docsUrl)) {
    return (
      <p>
        <a href={about} target="_blank" rel="noreferrer noopener">
          About this error
        </a>
      </p>
    )
  }
  return (
    <p className={styles.facts}>
      About this error: <code>{about}</code> (not a link: {docsUrl ? 'not on DOCS_URL' : 'DOCS_URL is not set'})
    </p>
  )
}
