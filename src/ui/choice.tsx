/** A choice among a few: the browser's own select, drawn as the other fields are. */
import { InputBase } from '@mantine/core'

interface Props {
  label: string
  description?: string | undefined
  title?: string | undefined
  size?: 'xs' | 'sm'
  className?: string | undefined
  classNames?: { root?: string | undefined; description?: string | undefined }
  inputWrapperOrder?: ('label' | 'input' | 'description')[]
  value: string
  /** A text alone is its own value. */
  choices: readonly (string | { value: string; label: string })[]
  onChoose: (value: string) => void
}

export function Choice({ choices, onChoose, ...field }: Props) {
  return (
    <InputBase
      component="select"
      pointer
      {...field}
      onChange={(event: React.ChangeEvent<HTMLSelectElement>) => onChoose(event.currentTarget.value)}
    >
      {choices.map((choice) => {
        const { value, label } = typeof choice === 'string' ? { value: choice, label: choice } : choice
        return (
          <option key={value} value={value}>
            {label}
          </option>
        )
      })}
    </InputBase>
  )
}
