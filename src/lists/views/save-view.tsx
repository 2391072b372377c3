/** A name for the address on screen. */

import { TextInput } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Mantine } from '../../ui/mantine'
import { useTeamViews } from './team-views'
import * as texts from './texts'
import { checked, holdsId, saveView } from './views'
import styles from './views.module.css'
import { type Scope, useScopes, VisibleTo } from './visible-to'

/** What is said where the address holds an ID, by where it is kept. */
const holding = { browser: texts.holdsId, own: texts.holdsIdInTeam, shared: texts.holdsIdForAll } as const

export function SaveView() {
  const { pathname, searchStr } = useLocation()
  const [name, setName] = useState('')
  const [said, setSaid] = useState<{ isError: boolean; text: string }>()
  const address = pathname + searchStr
  const team = useTeamViews()
  const scopes = useScopes(team)
  const [chosen, setChosen] = useState<Scope>()
  const scope = scopes.find(([one]) => one === chosen)?.[0] ?? scopes[0]?.[0] ?? 'browser'
  const [isSaving, setSaving] = useState(false)
  const save = async (event: React.FormEvent) => {
    event.preventDefault()
    if (isSaving || team?.phase === 'unknown') return
    setSaving(true)
    try {
      if (scope === 'browser') saveView({ name, address })
      else {
        const { saveTeamView } = await import('./team-view-requests')
        await saveTeamView({ ...checked({ name, address }), isShared: scope === 'shared' })
      }
      setSaid({ isError: false, text: texts.saved(name.trim()) })
      setName('')
    } catch (error) {
      setSaid({ isError: true, text: error instanceof Error ? error.message : String(error) })
    } finally {
      setSaving(false)
    }
  }
  return (
    <form className="stack" aria-label={texts.saveThis} onSubmit={(event) => void save(event)}>
      <p className={styles.address}>
        <code translate="no">{address}</code>
      </p>
      {holdsId(address) && <p className="quiet">{holding[scope]}</p>}
      {team && <VisibleTo team={team} scopes={scopes} value={scope} onChoose={setChosen} />}
      <div className={styles.line}>
        <Mantine>
          <TextInput
            translate="no"
            label={texts.name}
            size="xs"
            autoComplete="off"
            value={name}
            error={said?.isError && said.text}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        </Mantine>
        <Button
          type="submit"
          size="xs"
          variant="default"
          reason={team?.phase === 'unknown' ? texts.loading : undefined}
        >
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
