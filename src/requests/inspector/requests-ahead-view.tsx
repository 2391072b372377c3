/** In the inspector: the requests that the page in view and its buttons can make, before any is made. */
import { useLocation, useMatches } from '@tanstack/react-router'
import type { Effect } from '../../api/endpoint'
import { maskVins } from '../../api/mask'
import type { Search } from '../../api/search'
import { useConfig } from '../../core/config'
import { useSwitchedOff } from '../extensions'
import { CallShown } from './call-preview'
import { serviceAddress } from './curl-text'
import styles from './inspector.module.css'
import * as texts from './inspector-texts'
import { callsAhead } from './requests-ahead'

const costs: Record<Effect, string> = { free: texts.free, billed: texts.billed, change: texts.changes }

export function Ahead() {
  const { pathname, search } = useLocation()
  const params = useMatches({ select: (matches) => (matches.at(-1)?.params ?? {}) as Record<string, string> }) // of any route
  const { hosts, extensions } = useConfig()
  const off = useSwitchedOff()
  const calls = callsAhead(
    pathname,
    params,
    search as Search,
    extensions.filter((name) => off[name] === undefined),
  )
  if (calls.length === 0) return null
  return (
    <details className={styles.ahead}>
      <summary>{texts.ahead(calls.length)}</summary>
      <ul>
        {calls.map(({ endpoint, input, isTemplate }) => (
          <li key={`${endpoint.operation} ${JSON.stringify(input)}`}>
            <details>
              <summary>
                {endpoint.method}{' '}
                <code translate="no">
                  {maskVins(serviceAddress(endpoint, input, hosts[endpoint.host])).slice(0, 300)}
                </code>{' '}
                <span className="quiet">
                  {isTemplate ? texts.example(costs[endpoint.effect]) : costs[endpoint.effect]}
                </span>
              </summary>
              <CallShown endpoint={endpoint} input={input} />
            </details>
          </li>
        ))}
      </ul>
    </details>
  )
}
