/** A form of one field: an ID, or a code, from elsewhere. */

import { type ComponentProps, useState } from 'react'
import { cleanId } from '../api/clean-id'
import { Button } from './button'
import { TextField } from './field'
import { describeCleaned, IdHint } from './id-hint'
import { isEnter } from './keys'

interface Props {
  /** The form's name, where it is one of several. */
  name?: string
  label: string
  verb: string
  /** The most characters: of an id as many as fit an address. */
  most?: number
  className: string | undefined
  fieldClassName?: string | undefined
  /** Called with the ID, cleaned. */
  onEnter: (id: string) => void
  /** Called where nothing was. */
  onEmpty?: () => void
}

export function IdForm(props: Props) {
  const { name, label, verb, most = 2000, className, fieldClassName, onEnter, onEmpty } = props
  const [typed, setTyped] = useState('')
  return (
    <form
      aria-label={name}
      className={className}
      onSubmit={(event) => {
        event.preventDefault()
        const id = cleanId(typed).id
        if (id) onEnter(id)
        else onEmpty?.()
      }}
    >
      <IdTextField
        label={label}
        size="xs"
        value={typed}
        maxLength={most}
        className={fieldClassName}
        onText={setTyped}
      />
      <Button type="submit" size="xs" variant="default">
        {verb}
      </Button>
    </form>
  )
}

interface FieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'onKeyDown' | 'onBlur'> {
  value: string
  onText: (text: string) => void
}

/** A text field for an ID: what was copied with it is removed when it is pasted, entered or left, and a hint says so. */
export function IdTextField({ value, onText, description, ...field }: FieldProps) {
  const [removed, setRemoved] = useState<string>()
  const clean = (text: string) => {
    const cleaned = cleanId(text)
    if (cleaned.id === text) return
    onText(cleaned.id)
    setRemoved(describeCleaned(cleaned))
  }
  const hint = removed === undefined ? description : <IdHint removed={removed} />
  return (
    <TextField
      {...field}
      description={hint}
      isDescribedBelow
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={({ currentTarget, nativeEvent }) => {
        onText(currentTarget.value)
        setRemoved(undefined)
        if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') clean(currentTarget.value) // React types it as Event
      }}
      onKeyDown={(event) => isEnter(event) && clean(value)}
      onBlur={() => clean(value)}
    />
  )
}
