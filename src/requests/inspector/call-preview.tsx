/** One call as it will be sent: its body, and the whole as a command for a shell. */
import type { CallInput } from '../../api/client'
import { BadIdError, type Endpoint } from '../../api/endpoint'
import { useConfig } from '../../core/config'
import { usePreferences } from '../../core/preferences'
import { CopyButton } from '../../ui/id'
import styles from './call-behind.module.css'
import * as texts from './call-preview-texts'
import { curlOf } from './curl-text'
import { ShellChoice } from './shell-choice'

export function CallShown({ endpoint, input }: { endpoint: Endpoint; input: CallInput }) {
  const { hosts, headerPrefix } = useConfig()
  const { shell } = usePreferences()
  let curl: string
  try {
    curl = curlOf(endpoint, input, hosts[endpoint.host], headerPrefix, shell)
  } catch (error) {
    if (error instanceof BadIdError) return <p>{texts.notSent(error.message)}</p>
    throw error
  }
  return (
    <>
      {input.body !== undefined && (
        <>
          <p className="row">
            <span>{texts.bodyToCopy(<CopyButton text={JSON.stringify(input.body)} what={texts.bodyCopied} />)}</span>
          </p>
          <Text what={texts.body} text={JSON.stringify(input.body, null, 2)} />
        </>
      )}
      <p className="row">
        <span>{texts.curlToCopy(<CopyButton text={curl} what={texts.curlCopied} />)}</span>
        <ShellChoice />
      </p>
      <Text what={texts.curl} text={curl} />
    </>
  )
}

function Text({ what, text }: { what: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={what} className={styles.text}>
      <pre translate="no">{text}</pre>
    </section>
  )
}
