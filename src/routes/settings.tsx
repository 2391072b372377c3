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
import { tryList } from '../tools/subscriptions/extension'
import { useSubscriptionList } from '../tools/subscriptions/extension-state'
import { TokenForm } from '../tools/token-form'
import { Fact, Facts } from '../ui/facts'
import { Page } from '../ui/page'
import { PreferenceFields } from './-preference-fields'
import { SavedViews } from './-saved-views'
import * as texts from './-settings-texts'
import styles from './settings.module.css'

export const Route = createFileRoute('/settings')({ component: SettingsPage })

function SettingsPage() {
  return (
    <Page title={texts.title}>
      <Section id="tokens" title={texts.tokens}>
        <p className={styles.words}>{texts.aboutTokens}</p>
        <TokenForm />
      </Section>
      <Section id="preferences" title={texts.preferences}>
        <PreferenceFields />
      </Section>
      <Section id="views" title={texts.views}>
        <SavedViews />
      </Section>
      <Section id="server" title={texts.server}>
        <ServerFacts />
      </Section>
      <Section id="names" title={texts.names}>
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
          {config.sandbox && <span className="quiet"> {texts.sandbox}</span>}
        </Fact>
      ))}
      <Fact name={texts.ownerLinks}>{config.connectUrl ? <code>{config.connectUrl}</code> : texts.noOwnerLinks}</Fact>
      <Fact name={texts.errorLinks}>{config.docsUrl ? <code>{config.docsUrl}</code> : texts.noErrorLinks}</Fact>
      <Fact name={texts.ownersReturn}>
        <code>{config.ownerReturnUri}</code>
      </Fact>
      <Fact name={texts.headerPrefix}>
        {config.headerPrefix ? <code>{config.headerPrefix}</code> : texts.noHeaderPrefix}
      </Fact>
      <Fact name={texts.tokenOfVersion3}>{config.tokens.version3 ? texts.tokenHeld : texts.tokenMissing}</Fact>
      <Fact name={texts.tokenOfVersion2}>{config.tokens.version2 ? texts.tokenHeld : texts.tokenMissing}</Fact>
      <Fact name={texts.changes}>{config.readOnly ? texts.changesRefused : texts.changesAllowed}</Fact>
      <Fact name={texts.timeOuts}>
        {texts.seconds(config.readTimeoutMs / 1000, config.vehicleReadTimeoutMs / 1000)}
      </Fact>
      <Fact name={texts.extensions}>
        <Extensions />
      </Fact>
      <Fact name={texts.maps}>{config.mapUrl ? <code>{config.mapUrl}</code> : texts.noMaps}</Fact>
      <Fact name={texts.batchAdvice}>{texts.advisedFrom(config.advisedBatchPaths + 1)}</Fact>
      <Fact name={texts.version}>{config.version}</Fact>
    </Facts>
  )
}

/** The list of subscriptions is not part of the interface: whether a service has it, one request tells. */
function Extensions() {
  const { isConfigured, isOn } = useSubscriptionList()
  const [said, setSaid] = useState('')
  const name = <code>{subscriptions.list.extension}</code>
  if (!isConfigured) return texts.noExtension(name)
  return (
    <>
      {isOn ? texts.extensionOn(name) : texts.extensionOff(name)}{' '}
      <Button
        size="compact-xs"
        variant="default"
        onClick={() => {
          setSaid(texts.asking)
          void tryList().then(setSaid)
        }}
      >
        {texts.tryList}
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
          <span className="quiet">{isAssumedName(name) ? texts.assumed : texts.configuredFor(name)}</span>
        </li>
      ))}
    </ul>
  )
}
