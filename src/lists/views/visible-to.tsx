/** Who sees a view that is saved: a choice with sign-in, a sentence without. */
import { useId } from 'react'
import { useOperator } from '../../core/operator'
import * as texts from './texts'
import { useSharingRefusal } from './views'
import styles from './views.module.css'

interface Props {
  isShared: boolean
  onChoose: (isShared: boolean) => void
}

const scopes = [
  [false, texts.onlyMe],
  [true, texts.everyone],
] as const

export function VisibleTo({ isShared, onChoose }: Props) {
  const name = useId()
  const refusal = useSharingRefusal()
  if (useOperator().signIn === 'none') return <p className="quiet">{texts.withoutSignIn}</p>
  return (
    <fieldset className={styles.scopes}>
      <legend>{texts.visibleTo}</legend>
      {scopes.map(([scope, label]) => (
        <label key={label}>
          <input
            type="radio"
            name={name}
            checked={scope === isShared}
            disabled={scope && refusal !== undefined}
            onChange={() => onChoose(scope)}
          />
          {label}
        </label>
      ))}
      {refusal && <p className="quiet">{refusal}</p>}
    </fieldset>
  )
}
