/** A name for the address on screen. */

import { TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Mantine } from '../../ui/mantine'
import * as texts from './texts'
import { holdsId, saveView } from './views'
import styles from './views.module.css'

export function SaveView() {
  const { pathname, searchStr } = useLocation()
  const [name, setName] = useState('')
  const [said, setSaid] = useState<{ isError: boolean; text: string }>()
  const address = pathname + searchStr
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    try {
      saveView({ name, address })
      setSaid({ isError: false, text: texts.saved(name.trim()) })
      setName('')
    } catch (error) {
      setSaid({ isError: true, text: error instanceof Error ? error.message : String(error) })
    }
  }
  return (
    <form className="stack" aria-label={texts.saveThis} onSubmit={save}>
      <p className={styles.address}>
        <code>{address}</code>
      </p>
      {holdsId(address) && <p className="quiet">{texts.holdsId}</p>}
      <div className={styles.line}>
        <Mantine>
          <TextInput
            label={texts.name}
            size="xs"
            autoComplete="off"
            value={name}
            error={said?.isError && said.text}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Mantine>
        <Button type="submit" size="xs" variant="default">
          {texts.save}
        </Button>
      </div>
      <p role="status">{said && !said.isError && said.text}</p>
    </form>
  )
}

/** The same for any page, from “Jump to…”. */
export function SaveViewDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog className={styles.dialog} label={texts.saveThis} onClose={onClose}>
      <h2>{texts.saveThis}</h2>
      <SaveView />
      <Button size="xs" variant="default" onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  )
}
