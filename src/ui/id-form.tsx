/** A form of one field: an id, or a code, that somebody has from elsewhere. */

import { useState } from 'react'
import { Button } from './button'
import { TextField } from './field'

interface Props {
  /** The form's name, where it is one of several. */
  name?: string
  label: string
  verb: string
  /** The most characters: of an id as many as fit an address. */
  most?: number
  className: string | undefined
  fieldClassName?: string | undefined
  /** Called with what was entered, without the spaces around it. */
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
        const id = typed.trim()
        if (id) onEnter(id)
        else onEmpty?.()
      }}
    >
      <TextField
        label={label}
        size="xs"
        value={typed}
        maxLength={most}
        spellCheck={false}
        autoComplete="off"
        className={fieldClassName}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default">
        {verb}
      </Button>
    </form>
  )
}
