/** `/settings`: tokens, preferences, and what the server is configured with. */

import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { connectionFilters } from '../api/connections'
import { hostNames } from '../api/endpoint'
import { isAssumedName, parameterName } from '../api/search'
import { SignalPaging } from '../api/signals'
import { subscriptions } from '../api/subscriptions'
import { webhookFilters } from '../api/webhooks'
import { useConfig } from '../core/config'
import { tryList, useSubscriptionList } from '../domain/subscriptions/service-own-list'
import { hostTitles } from '../requests/host-status'
import { useMissingRole } from '../requests/refusal'
import { TokenForm } from '../requests/token-form'
import { title as oldData } from '../shell/old-data/old-data-texts'
import { PreferenceFields } from '../shell/settings/preference-fields'
import styles from '../shell/settings/settings.module.css'
import * as texts from '../shell/settings/texts'
import { Button } from '../ui/button'
import { Fact, Facts } from '../ui/facts'
import { later } from '../ui/later'
import { Page } from '../ui/page'

export const Route = createFileRoute('/settings')({ component: SettingsPage })

const SavedViews = later(() => import('../shell/views/saved-views').then((module) => module.SavedViews))
const OldDataSection = later(() => import('../shell/old-data/old-data-section').then((module) => module.OldDataSection))
const StoreFolder = later(() => import('../shell/settings/store-folder').then((module) => module.StoreFolder))
const EraseAccount = later(() => import('../shell/settings/erase-account').then((module) => module.EraseAccount))
const Directory = later(() => import('../shell/settings/directory').then((module) => module.Directory))
const Instances = later(() => import('../shell/settings/instances').then((module) => module.Instances))

/** In the page's order, each with what it holds. */
const sections = [
  ['tokens', texts.tokens, Tokens],
  ['preferences', texts.preferences, PreferenceFields],
  ['views', texts.views, SavedViews],
  ['data', oldData, OldDataSection],
  ['server', texts.server, ServerFacts],
  ['directory', texts.directory, Directory],
  ['instances', texts.instances, Instances],
  ['names', texts.names, ParameterNames],
] as const

function SettingsPage() {
  return (
    <Page title={texts.title}>
      {sections.map(([id, title, Content]) => (
        <section key={id} aria-labelledby={id} className={styles.section}>
          <h2 id={id}>{title}</h2>
          <Content />
        </section>
      ))}
    </Page>
  )
}

function Tokens() {
  return (
    <>
      <p className={styles.words}>{texts.aboutTokens}</p>
      <TokenForm />
    </>
  )
}

function ServerFacts() {
  const config = useConfig()
  return (
    <Facts>
      {hostNames.map((host) => (
        <Fact key={host} name={hostTitles[host]}>
          <code translate="no">{config.hosts[host]}</code>
          {config.sandbox && <span className="quiet"> {texts.sandbox}</span>}
        </Fact>
      ))}
      <Fact name={texts.ownerLinks}>
        {config.connectUrl ? <code translate="no">{config.connectUrl}</code> : texts.noOwnerLinks}
      </Fact>
      <Fact name={texts.errorLinks}>
        {config.docsUrl ? <code translate="no">{config.docsUrl}</code> : texts.noErrorLinks}
      </Fact>
      <Fact name={texts.ownersReturn}>
        <code translate="no">{config.ownerReturnUri}</code>
      </Fact>
      <Fact name={texts.headerPrefix}>
        {config.headerPrefix ? <code translate="no">{config.headerPrefix}</code> : texts.noHeaderPrefix}
      </Fact>
      <Fact name={texts.tokenOfVersion3}>{config.tokens.version3 ? texts.tokenHeld : texts.tokenMissing}</Fact>
      <Fact name={texts.tokenOfVersion2}>{config.tokens.version2 ? texts.tokenHeld : texts.tokenMissing}</Fact>
      <Fact name={texts.store}>
        {config.store.notice ?? texts.storeKinds[config.store.kind]}
        {config.store.kind === 'folder' && <OwnFolder />}
        <Erasing />
      </Fact>
      <Fact name={texts.changes}>{config.readOnly ? texts.changesRefused : texts.changesAllowed}</Fact>
      <Fact name={texts.timeOuts}>
        {texts.seconds(config.readTimeoutMs / 1000, config.vehicleReadTimeoutMs / 1000)}
      </Fact>
      <Fact name={texts.extensions}>
        <Extensions />
      </Fact>
      <Fact name={texts.maps}>{config.mapUrl ? <code translate="no">{config.mapUrl}</code> : texts.noMaps}</Fact>
      <Fact name={texts.batchAdvice}>{texts.advisedFrom(config.advisedBatchPaths + 1)}</Fact>
      <Fact name={texts.version}>{config.version}</Fact>
    </Facts>
  )
}

function Erasing() {
  return useMissingRole('change') === undefined ? <EraseAccount /> : null
}

function OwnFolder() {
  return useMissingRole('change') === undefined ? <StoreFolder /> : null
}

/** The list of subscriptions is not part of the interface: whether a service has it, one request tells. */
function Extensions() {
  const { isConfigured, isOn } = useSubscriptionList()
  const [said, setSaid] = useState('')
  const name = <code translate="no">{subscriptions.list.extension}</code>
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
const queries = [connectionFilters.query, webhookFilters.query, SignalPaging]
const names = [...new Set(queries.flatMap((query) => Object.keys(query().shape)))]

function ParameterNames() {
  return (
    <ul className={styles.names}>
      {names.map((name) => (
        <li key={name}>
          <code translate="no">{parameterName(name)}</code>{' '}
          <span className="quiet">{isAssumedName(name) ? texts.assumed : texts.configuredFor(name)}</span>
        </li>
      ))}
    </ul>
  )
}
