/** `/settings`: tokens, preferences, and what the server is configured with. */
import { Button } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ConnectionFilters } from '../api/connections'
import { hostNames } from '../api/endpoint'
import { isAssumedName, parameterName } from '../api/search'
import { SignalPaging } from '../api/signals'
import { subscriptions } from '../api/subscriptions'
import { WebhookFilters } from '../api/webhooks'
import { useConfig } from '../tools/config'
import { hostTitles } from '../tools/hosts'
import { tryList, useSubscriptionList } from '../tools/subscriptions/extension'
import { TokenForm } from '../tools/token-form'
import { Fact, Facts } from '../ui/facts'
import { Page } from '../ui/page'
import { PreferenceFields } from './-preference-fields'
import { SavedViews } from './-saved-views'
import styles from './settings.module.css'

export const Route = createFileRoute('/settings')({ component: SettingsPage })

function SettingsPage() {
  return (
    <Page title="Settings">
      <Section id="tokens" title="Access tokens">
        <p className={styles.words}>
          A token handed over here goes to the server once and stays there, sealed in a cookie that no script can read.
          It wins over the configured one for this browser only, and is sent to the configured hosts and nowhere else.
        </p>
        <TokenForm />
      </Section>
      <Section id="preferences" title="Preferences">
        <PreferenceFields />
      </Section>
      <Section id="views" title="Saved views">
        <SavedViews />
      </Section>
      <Section id="server" title="What the server is configured with">
        <ServerFacts />
      </Section>
      <Section id="names" title="Query parameter names">
        <ParameterNames />
      </Section>
    </Page>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

function ServerFacts() {
  const config = useConfig()
  return (
    <Facts>
      {hostNames.map((host) => (
        <Fact key={host} name={hostTitles[host]}>
          <code>{config.hosts[host]}</code>
          {config.sandbox && <span className="quiet"> (sandbox)</span>}
        </Fact>
      ))}
      <Fact name="Owner links lead to">
        {config.connectUrl ? <code>{config.connectUrl}</code> : 'nowhere: CONNECT_URL is not set'}
      </Fact>
      <Fact name="Error links lead to">
        {config.docsUrl ? <code>{config.docsUrl}</code> : 'nowhere: DOCS_URL is not set'}
      </Fact>
      <Fact name="Owners return to">
        <code>{config.ownerReturnUri}</code>
      </Fact>
      <Fact name="Header prefix">
        {config.headerPrefix ? <code>{config.headerPrefix}</code> : 'none: headers are recognised by suffix'}
      </Fact>
      <Fact name="Version 3 token">{config.tokens.version3 ? 'configured on the server' : 'not configured'}</Fact>
      <Fact name="Version 2.0 token">{config.tokens.version2 ? 'configured on the server' : 'not configured'}</Fact>
      <Fact name="Changes">{config.readOnly ? 'refused (READ_ONLY)' : 'allowed'}</Fact>
      <Fact name="Time-outs">
        {config.readTimeoutMs / 1000} s, vehicle reads {config.vehicleReadTimeoutMs / 1000} s
      </Fact>
      <Fact name="Extensions">
        <Extensions />
      </Fact>
      <Fact name="Maps">{config.mapUrl ? <code>{config.mapUrl}</code> : 'no map links: mapUrl is not configured'}</Fact>
      <Fact name="Advice for batches">
        a word from {config.advisedBatchPaths + 1} paths on; the interface shows no maximum
      </Fact>
      <Fact name="Version">{config.version}</Fact>
    </Facts>
  )
}

/** The list of subscriptions is not part of the interface: whether a service has it, one request tells. */
function Extensions() {
  const { isConfigured, isOn } = useSubscriptionList()
  const [said, setSaid] = useState('')
  const name = <code>{subscriptions.list.extension}</code>
  if (!isConfigured)
    return (
      <>
        none: {name} (GET /v3/subscriptions) is not forwarded until <code>CONFIG</code> names it under{' '}
        <code>extensions</code>
      </>
    )
  return (
    <>
      {name} {isOn ? 'on' : 'switched off for this tab'}{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          setSaid('Asking…')
          void tryList().then(setSaid)
        }}
      >
        Try the list of subscriptions (1 request)
      </Button>
      <p role="status">{said}</p>
    </>
  )
}

/** The interface shows the filters but not their names: each is a default until CONFIG says otherwise. */
const names = [...new Set([ConnectionFilters, WebhookFilters, SignalPaging].flatMap(({ shape }) => Object.keys(shape)))]

function ParameterNames() {
  return (
    <ul className={styles.names}>
      {names.map((name) => (
        <li key={name}>
          <code>{parameterName(name)}</code>{' '}
          <span className="quiet">{isAssumedName(name) ? 'assumed name' : `configured for ${name}`}</span>
        </li>
      ))}
    </ul>
  )
}
