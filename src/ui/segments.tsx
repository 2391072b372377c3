/** A choice among a few that all stand there: radio buttons, drawn as one bar. */
import { useId } from 'react'
import styles from './segments.module.css'

interface Props<Value extends string> {
  /** The group's name, which is read and not drawn. */
  label: string
  value: Value
  choices: readonly (readonly [value: Value, text: string])[]
  onChoose: (value: Value) => void
}

export function Segments<Value extends string>({ label, value, choices, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(([one, text]) => (
        <label key={one}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChoose(one)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}
