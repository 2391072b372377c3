/** A name for the address on screen. */

import { TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useOperator } from '../../core/operator'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Mantine } from '../../ui/mantine'
import * as texts from './texts'
import { checkView, holdsId } from './view'
import { getRefusal, useViews } from './views'
import styles from './views.module.css'
import { VisibleTo } from './visible-to'

export function SaveView() {
  const { pathname, searchStr } = useLocation()
  const [name, setName] = useState('')
  const [result, setResult] = useState<{ isError: boolean; text: string }>()
  const [isShared, setShared] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const isOpen = useOperator().signIn === 'none'
  const views = useViews()
  const refusal = views.phase === 'unavailable' ? getRefusal(views) : undefined // to save, no list is needed
  const refusalId = useId()
  const address = pathname + searchStr
  const save = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isSaving || refusal) return
    setSaving(true)
    try {
      const view = checkView({ name, address })
      const { saveView } = await import('./view-requests')
      await saveView({ ...view, isShared: isShared && !isOpen })
      setResult({ isError: false, text: texts.saved(view.name) })
      setName('')
    } catch (error) {
      setResult({ isError: true, text: error instanceof Error ? error.message : String(error) })
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className="stack" aria-label={texts.saveThis} onSubmit={(event) => void save(event)}>
      <p className={styles.address}>
        <code translate="no">{address}</code>
      </p>
      {holdsId(address) && (
        <p className="quiet">{isOpen ? texts.holdsOpenId : isShared ? texts.holdsSharedId : texts.holdsOwnId}</p>
      )}
      <VisibleTo isShared={isShared} onChoose={setShared} />
      <div className={styles.line}>
        <Mantine>
          <TextInput
            translate="no"
            label={texts.name}
            size="xs"
            autoComplete="off"
            value={name}
            error={result?.isError && result.text}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Mantine>
        <Button type="submit" size="xs" variant="default" reason={refusal} saidAt={refusalId}>
          {texts.save}
        </Button>
      </div>
      {refusal && (
        <p id={refusalId} className="quiet">
          {refusal}
        </p>
      )}
      <p role="status">{result && !result.isError && result.text}</p>
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
