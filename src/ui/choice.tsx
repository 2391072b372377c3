/** A choice among a few: the browser's own select, drawn as the other fields are. */
import type { Ref } from 'react'
import { Field, type FieldProps } from './field'

interface Props extends FieldProps {
  ref?: Ref<HTMLSelectElement>
  /** Of the form that has it. */
  name?: string
  value: string
  /** A text alone is its own value, and is not translated. */
  choices: readonly (string | { value: string; label: string })[]
  onChoose: (value: string) => void
}

export function Choice({ ref, name, choices, value, onChoose, ...field }: Props) {
  return (
    <Field {...field}>
      {(given) => (
        <select
          {...given}
          ref={ref}
          name={name}
          value={value}
          onChange={(event) => onChoose(event.currentTarget.value)}
        >
          {choices.map((choice) => {
            const { value, label } = typeof choice === 'string' ? { value: choice, label: choice } : choice
            return (
              <option key={value} value={value} translate={label === value ? 'no' : undefined}>
                {label}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}
