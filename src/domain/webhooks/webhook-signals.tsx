/** The signals of a webhook by group; each leads to where its history of a vehicle is chosen. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { groupName, signalName } from '../../api/signal-names'
import { signalOf } from '../../api/signals.data'
import type { SignalRef } from '../../api/webhooks'
import { cut } from '../../ui/format'
import { grouped } from '../../ui/grouped'
import { NoValue } from '../../ui/no-value'
import { SignalName } from '../signals/signal-name'
import * as texts from './webhook-page-texts'
import styles from './webhook-signals.module.css'

interface Props {
  id: string
  title: string
  list: readonly SignalRef[] | null | undefined
  /** What they are for. */
  children: ReactNode
}

const groupOf = ({ code, group }: SignalRef): string =>
  signalOf(code ?? '')?.group ?? (group ? groupName(cut(group, 120)) : texts.noGroup)

export function WebhookSignals({ id, title, list, children }: Props) {
  const groups = grouped(list ?? [], groupOf)
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} {list?.length}
      </h2>
      <p className="quiet">{children}</p>
      {!list && <NoValue kind={list === null ? 'null' : 'absent'} />}
      {list?.length === 0 && <NoValue kind="empty" />}
      <div className={styles.groups}>
        {[...groups].map(([group, signals]) => (
          <div key={group}>
            <h3>
              <bdi translate="no">{group}</bdi>
            </h3>
            <ul className={styles.signals}>
              {signals.map(({ name, code }, index) => (
                <li key={`${code} ${index}`}>
                  {code ? (
                    <Link to="/signals" hash={encodeURIComponent(code)}>
                      <SignalName code={code} given={name} isInGroup />
                    </Link>
                  ) : (
                    <>
                      <bdi translate="no">{name && signalName(cut(name, 120))}</bdi>{' '}
                      <NoValue kind={code === null ? 'null' : 'absent'} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}
