/** `/help/api`: every operation of the API by host and resource, what it costs first; each can be tried. */

import { createFileRoute, Link } from '@tanstack/react-router'
import { ownAddress } from '../../api/base-path'
import { hostNames } from '../../api/endpoint'
import { namedOperations } from '../../api/operations'
import { useConfig } from '../../core/config'
import styles from '../../shell/help/api/api.module.css'
import * as texts from '../../shell/help/api/api-texts'
import { OperationEntry } from '../../shell/help/api/operation-entry'
import { help } from '../../shell/page-texts'
import { Page } from '../../ui/page'

export const Route = createFileRoute('/help/api')({ component: ApiPage })

function ApiPage() {
  const { hosts } = useConfig()
  return (
    <Page
      title={texts.title}
      aside={texts.count(namedOperations.length, hostNames.length)}
      trail={<Link to="/help">{help}</Link>}
    >
      <p>{texts.aboutDocument(<a href={ownAddress('/openapi.json')}>{texts.document}</a>)}</p>
      {hostNames.map((host) => {
        const own = namedOperations.filter(({ endpoint }) => endpoint.host === host)
        return (
          <section key={host} aria-labelledby={host} className={styles.section}>
            <h2 id={host}>{texts.hostNames[host]}</h2>
            <code translate="no" className={styles.address}>
              {hosts[host]}
            </code>
            {[...new Set(own.map(({ resource }) => resource))].map((resource) => (
              <div key={resource}>
                <h3>{texts.resources[resource] ?? resource}</h3>
                {own
                  .filter((one) => one.resource === resource)
                  .map((operation) => (
                    <OperationEntry key={operation.id} operation={operation} />
                  ))}
              </div>
            ))}
          </section>
        )
      })}
    </Page>
  )
}
