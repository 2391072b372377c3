/** Which vehicles are compared: recently viewed ones, or IDs that somebody has from elsewhere. */
import { useId, useState } from 'react'
import { cleanId } from '../../api/clean-id'
import { isSameId } from '../../api/same-id'
import { useRecent, useRecentNames } from '../../core/recent'
import { Button } from '../../ui/button'
import { TextField } from '../../ui/field'
import { cutMiddle } from '../../ui/format'
import { describeAllCleaned } from '../../ui/id-hint'
import { MOST_SERIES } from '../../ui/series'
import styles from './comparison.module.css'
import * as texts from './comparison-texts'

interface Props {
  /** Compared already. */
  known: readonly string[]
  onAdd: (ids: readonly string[]) => void
}

export function AddVehicles({ known, onAdd }: Props) {
  const [typed, setTyped] = useState('')
  const [left, setLeft] = useState(0)
  const [removed, setRemoved] = useState<string>()
  const names = useRecentNames()
  const recent = useRecent().flatMap(({ kind, id }) =>
    kind === 'vehicle' && !known.some((one) => isSameId(one, id)) ? [id] : [],
  )
  const saidAt = useId()
  const room = MOST_SERIES - known.length
  const reason = room > 0 ? undefined : texts.full(MOST_SERIES)
  const add = (ids: readonly string[]) => {
    const fresh = ids.filter(
      (id, index) => id !== '' && ![...known, ...ids.slice(0, index)].some((one) => isSameId(one, id)),
    )
    setLeft(Math.max(0, fresh.length - room))
    onAdd(fresh.slice(0, room))
  }
  return (
    <form
      aria-label={texts.add}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (reason) return
        const cleaned = typed.split(/[\s,;]+/).map(cleanId)
        add(cleaned.map(({ id }) => id))
        setRemoved(describeAllCleaned(cleaned))
        setTyped('')
      }}
    >
      {recent.length > 0 && !reason && (
        <div className="row">
          <span className="quiet">{texts.recent}</span>
          {recent.map((id) => {
            const name = texts.label(names.get(id), cutMiddle(id))
            return (
              <Button
                key={id}
                size="compact-sm"
                variant="default"
                aria-label={texts.addOne(name)}
                onClick={() => add([id])}
              >
                + {name}
              </Button>
            )
          })}
        </div>
      )}
      <div className={styles.add}>
        <TextField
          label={texts.field}
          description={texts.fieldHint}
          isDescribedBelow
          size="xs"
          value={typed}
          maxLength={10_000}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setRemoved(undefined)
          }}
        />
        <Button type="submit" size="xs" variant="default" reason={reason} saidAt={reason && saidAt}>
          {texts.addVerb}
        </Button>
        <p role="status" id={saidAt} className="quiet">
          {[left > 0 ? texts.notAdded(left, MOST_SERIES) : reason, removed].filter(Boolean).join(' ')}
        </p>
      </div>
    </form>
  )
}
