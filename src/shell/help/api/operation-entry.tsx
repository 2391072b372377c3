/** One operation of the API: its price first, then what it takes, what it returns and when it ends. */
import { useState } from 'react'
import { type NamedOperation, type Parameter, parametersOf, priceOf, statusesOf } from '../../../api/operations'
import { useConfig } from '../../../core/config'
import { DeprecationChip } from '../../../domain/vehicles/deprecation-chip'
import { Fact, Facts } from '../../../ui/facts'
import { later } from '../../../ui/later'
import styles from './api.module.css'
import * as texts from './api-texts'

/** Loaded when it is opened. */
const TryIt = later(() => import('./try-it').then((module) => module.TryIt))

export function OperationEntry({ operation }: { operation: NamedOperation }) {
  const { id, name, endpoint } = operation
  const { method, path, effect, permission, deprecation, extension, body } = endpoint
  const [isOpen, setOpen] = useState(false)
  const { parameters: names, headerPrefix } = useConfig()
  const parameters = parametersOf(operation, { parameters: names, headerPrefix })
  const { per } = priceOf(endpoint)
  const price = { free: texts.free, change: texts.change, billed: per === 'path' ? texts.billedByPath : texts.billed }
  return (
    <article aria-labelledby={id} className={styles.operation}>
      <h4 id={id}>{name}</h4>
      <p className={styles.line}>
        <span className={styles.price} data-effect={effect}>
          {price[effect]}
        </span>
        <code translate="no">
          <strong>{method}</strong> {path}
        </code>
      </p>
      <Facts>
        {permission !== undefined && (
          <Fact name={texts.permission}>
            {/^\w+$/.test(permission) ? <code translate="no">{permission}</code> : permission}
          </Fact>
        )}
        {deprecation && (
          <Fact name={texts.ends}>
            <DeprecationChip deprecation={deprecation} />
          </Fact>
        )}
        {extension !== undefined && (
          <Fact name={texts.extension}>
            <code translate="no">{extension}</code>
          </Fact>
        )}
        {parameters.length > 0 && (
          <Fact name={texts.parameters}>
            <Parameters parameters={parameters} />
          </Fact>
        )}
        {body && <Fact name={texts.body}>{texts.json}</Fact>}
        <Fact name={texts.statuses}>
          <Statuses operation={operation} />
        </Fact>
      </Facts>
      {/* One at a time: of two, the parts would have the same names. */}
      <details name="try" className={styles.try} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{texts.tryIt(name)}</summary>
        {isOpen && <TryIt operation={operation} parameters={parameters} />}
      </details>
    </article>
  )
}

function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <ul className={styles.parameters}>
      {parameters.map(({ name, in: place, isAssumed, filter }) => {
        const more = [
          filter?.label,
          place === 'path' && texts.inPath,
          place === 'header' && texts.inHeader,
          isAssumed && texts.assumedName,
        ].filter(Boolean)
        return (
          <li key={name}>
            <code translate="no">{name}</code> <span className="quiet">{more.join(', ')}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Statuses({ operation }: { operation: NamedOperation }) {
  const all = statusesOf(operation)
  const text = (isAssumed: boolean) =>
    all.flatMap((one) => (one.isAssumed === isAssumed ? [String(one.status)] : [])).join(', ')
  const assumed = text(true)
  return (
    <>
      {text(false)}
      {assumed !== '' && <span className={`${styles.assumed} quiet`}>{texts.assumed(assumed)}</span>}
    </>
  )
}
