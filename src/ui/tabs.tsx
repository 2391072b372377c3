/** Views of one thing, of which one is shown: the arrow keys move along their tabs. */
import { type ReactNode, useId } from 'react'
import styles from './tabs.module.css'

interface Props<Id extends string> {
  /** What the tabs are of. */
  name: string
  tabs: readonly (readonly [id: Id, label: ReactNode])[]
  chosen: Id
  onChoose: (id: Id) => void
  /** The view of the chosen one. */
  children: ReactNode
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

export function Tabs<Id extends string>({ name, tabs, chosen, onChoose, children }: Props<Id>) {
  const panel = useId()
  const tabOf = (id: string) => `${panel}-${id}`
  const move = (by: number) => {
    const at = tabs.findIndex(([id]) => id === chosen)
    const next = tabs[(at + by + tabs.length) % tabs.length]?.[0]
    if (next === undefined) return
    onChoose(next)
    document.getElementById(tabOf(next))?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={name} className={styles.tabs}>
        {tabs.map(([id, label]) => (
          <button
            key={id}
            id={tabOf(id)}
            type="button"
            role="tab"
            aria-selected={id === chosen}
            aria-controls={panel}
            tabIndex={id === chosen ? 0 : -1}
            onClick={() => onChoose(id)}
            onKeyDown={({ key }) => steps[key] && move(steps[key])}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={panel} aria-labelledby={tabOf(chosen)} className="stack">
        {children}
      </div>
    </>
  )
}
