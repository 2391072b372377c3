/** The top bar: where the page belongs, who is signed in, and three tools: what was requested, how it is shown, help. */
import { Link } from '@tanstack/react-router'
import { type MouseEvent, useState } from 'react'
import { useConfig } from '../core/config'
import { isFailed, useCalls } from '../requests/inspector/calls'
import { Icon } from '../ui/icon'
import { later } from '../ui/later'
import { TRAIL } from '../ui/page'
import styles from './frame.module.css'
import * as texts from './frame-texts'
import { TimesSelect } from './frame-times'
import { SignedIn } from './sign-in'

interface Props {
  isInspecting: boolean
  onInspect: () => void
  onKeys: () => void
}

export function TopBar({ isInspecting, onInspect, onKeys }: Props) {
  return (
    <div className={styles.top}>
      <div id={TRAIL} className={styles.trail} />
      <section aria-label={texts.tools} className={styles.tools}>
        <span className={styles.who}>
          <SignedIn />
          <ReadOnlyBadge />
        </span>
        <TimesSelect className={styles.times} aria-label={texts.times} />
        <InspectorButton isOpen={isInspecting} onClick={onInspect} />
        <Display />
        <button
          type="button"
          className={styles.tool}
          popoverTarget="help-menu"
          aria-label={texts.help}
          title={texts.help}
        >
          <Icon name="circle-question-mark" />
        </button>
        <div id="help-menu" popover="auto" className={styles.menu}>
          <Link to="/help" className={styles.item} onClick={closeMenu}>
            {texts.openHelp}
          </Link>
          <button
            type="button"
            className={styles.item}
            data-key="?"
            onClick={(event) => {
              closeMenu(event) // first: the focus is then where the dialog gives it back to
              onKeys()
            }}
          >
            {texts.keys}
          </button>
        </div>
      </section>
    </div>
  )
}

const closeMenu = ({ currentTarget }: MouseEvent) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()

/** More failed requests than this are not told apart in so little room. */
const MOST_COUNTED = 99

function InspectorButton({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const failed = useCalls().filter(isFailed).length
  const name = texts.inspectorButton(failed)
  return (
    <button
      type="button"
      className={styles.tool}
      data-failed={failed > 0 ? Math.min(failed, MOST_COUNTED) : undefined}
      aria-expanded={isOpen}
      aria-label={name}
      title={name}
      onClick={onClick}
    >
      <Icon name="square-terminal" />
    </button>
  )
}

const DisplayFields = later(() => import('./frame-display').then((module) => module.DisplayFields))

function Display() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        popoverTarget="display-menu"
        aria-label={texts.display}
        title={texts.display}
        onPointerEnter={DisplayFields.fetch}
        onFocus={DisplayFields.fetch}
      >
        <Icon name="monitor" />
      </button>
      <div
        id="display-menu"
        popover="auto"
        className={styles.menu}
        onToggle={(event) => setOpen(event.newState === 'open')} // once it has given the focus back
      >
        {isOpen && <DisplayFields />}
      </div>
    </>
  )
}

function ReadOnlyBadge() {
  const { readOnly } = useConfig()
  return readOnly ? <span className={styles.readOnly}>{texts.readOnly}</span> : null
}
