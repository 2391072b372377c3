/** A webhook as what it does: when something changes, it sends something somewhere; what looks wrong is where it is wrong. */
import type { ReactNode } from 'react'
import { signalName } from '../../api/signal-names'
import { signalOf, signalText } from '../../api/signals.data'
import type { SignalRef, WebhookRow } from '../../api/webhooks'
import { cut } from '../../ui/format'
import { Icon } from '../../ui/icon'
import { NoValue } from '../../ui/no-value'
import { addressOf, type Finding, lint } from './webhook-checks'
import styles from './webhook-flow.module.css'
import * as texts from './webhook-page-texts'

export function WebhookFlow({ webhook }: { webhook: Pick<WebhookRow, 'attributes'> }) {
  const { triggers, data, isEnabled } = webhook.attributes ?? {}
  const found = lint(webhook, signalText)
  const isStopped = isEnabled === false
  const of = (part: Finding['of']) => found.filter((one) => one.of === part)
  return (
    <section className={styles.whole} aria-label={texts.flow}>
      {isStopped && (
        <p className={styles.stopped}>
          <Icon name="ban" /> <strong>{texts.stopped}</strong> {texts.disabledMeans}
        </p>
      )}
      <ol className={styles.flow} data-stopped={isStopped || undefined}>
        <Box label={texts.when} findings={of('triggers')}>
          <Triggers list={triggers} />
        </Box>
        <Box label={texts.send} arrow={isStopped ? 'ban' : 'arrow-down'} findings={of('data')}>
          <Data list={data} />
        </Box>
        <Box label={texts.to} arrow="arrow-down" findings={of('address')}>
          <Addresses webhook={webhook} />
        </Box>
      </ol>
      {found.length === 0 && !isStopped && <p className="quiet">{texts.noFindings}</p>}
    </section>
  )
}

interface BoxProps {
  label: string
  /** The sign before it; the first has none. */
  arrow?: 'arrow-down' | 'ban'
  findings: readonly Finding[]
  children: ReactNode
}

function Box({ label, arrow, findings, children }: BoxProps) {
  return (
    <li>
      {arrow && (
        <span className={styles.arrow} data-arrow={arrow}>
          <Icon name={arrow} size={20} />
        </span>
      )}
      <div className={styles.box}>
        <span className={styles.label}>{label}</span>
        {children}
        {findings.map(({ rule, weight, text }, index) => (
          <p key={`${rule} ${index}`} className={styles.finding} data-tone={weight === 'broken' ? 'danger' : 'amber'}>
            <Icon name={weight === 'broken' ? 'circle-x' : 'triangle-exclamation-point'} size={14} />
            <span>{text}</span>
          </p>
        ))}
      </div>
    </li>
  )
}

type List = readonly SignalRef[] | null | undefined

const nameOf = ({ code, name }: SignalRef): string =>
  signalOf(code ?? '')?.fullName ?? (name ? signalName(cut(name, 120)) : code ? cut(code, 120) : texts.unnamedSignal)
/** Each once: a webhook may list a signal twice. */
const namesOf = (list: readonly SignalRef[]) => [...new Set(list.map(nameOf))]

function Triggers({ list }: { list: List }) {
  if (!list) return <NoValue kind={list === null ? 'null' : 'absent'} />
  const names = namesOf(list)
  if (names.length === 0) return <p className={styles.main}>{texts.nothingChanges}</p>
  return (
    <>
      <p className={styles.main}>
        {names.length <= 2 ? (
          <Names names={names} between={texts.or} />
        ) : (
          texts.anyOf(<strong>{texts.signals(names.length)}</strong>)
        )}{' '}
        {texts.changesVerb}
      </p>
      {names.length > 2 && <Few names={names} />}
    </>
  )
}

function Data({ list }: { list: List }) {
  if (!list) return <NoValue kind={list === null ? 'null' : 'absent'} />
  const names = namesOf(list)
  return (
    <>
      <p className={styles.main}>
        <strong>{texts.signals(names.length)}</strong>
      </p>
      {names.length > 0 && <Few names={names} />}
    </>
  )
}

function Names({ names, between }: { names: readonly string[]; between: string }) {
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && between}
      <strong>
        <bdi translate="no">{name}</bdi>
      </strong>
    </span>
  ))
}

const MOST_NAMED = 3

/** The first of them; all are listed below the flow. */
function Few({ names }: { names: readonly string[] }) {
  return (
    <p className="quiet">
      {names.slice(0, MOST_NAMED).map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <bdi translate="no">{name}</bdi>
        </span>
      ))}
      {names.length > MOST_NAMED && texts.andMore(names.length - MOST_NAMED)}
    </p>
  )
}

/** Text, never a link; whole, with its scheme, it is among the facts. */
const placeOf = (uri: string | null | undefined): string | undefined => {
  const url = addressOf(uri)
  return url && /^https?:$/.test(url.protocol) ? cut(`${url.host}${url.pathname}${url.search}`, 300) : undefined
}

function Addresses({ webhook: { attributes } }: { webhook: Pick<WebhookRow, 'attributes'> }) {
  const [callback, errors] = [placeOf(attributes?.callbackUri), placeOf(attributes?.errorCallbackUri)]
  return (
    <>
      <p className={styles.main}>
        <strong>{callback ? <bdi translate="no">{callback}</bdi> : texts.nowhere}</strong>
      </p>
      {errors && <p className="quiet">{texts.errorsTo(<bdi translate="no">{errors}</bdi>)}</p>}
    </>
  )
}
