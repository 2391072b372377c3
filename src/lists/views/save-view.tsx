/** A name for the address on screen. */

import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
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
  const [isShared, setShared] = useState(false)
  const client = useQueryClient()
  const isOpen = useOperator().signIn === 'none'
  const views = useViews()
  const refusal = views.phase === 'unavailable' ? getRefusal(views) : undefined // to save, no list is needed
  const refusalId = useId()
  const address = pathname + searchStr
  const { mutate, data, error, isPending } = useMutation({
    async mutationFn() {
      const view = checkView({ name, address })
      const { saveView } = await import('./change-views')
      await saveView(client, { ...view, isShared: isShared && !isOpen })
      return view.name
    },
    onSuccess: () => setName(''),
  })
  const save = (event: React.FormEvent) => {
    event.preventDefault()
    if (!isPending && !refusal) mutate()
  }
  return (
    <form className="stack" aria-label={texts.saveThis} onSubmit={save}>
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
            error={error?.message}
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
      <p role="status">{data !== undefined && texts.saved(data)}</p>
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
