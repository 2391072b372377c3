/** The last section of the help: this version, and the changelog, which is loaded when it is opened. */

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ownAddress } from '../../api/base-path'
import { useConfig } from '../../core/config'
import { later } from '../../ui/later'
import styles from './help.module.css'
import * as texts from './help-texts'

export const WHATS_NEW = 'whats-new'
const Changelog = later(() => import('./changelog').then((module) => module.Changelog))

export function WhatsNew() {
  const { version } = useConfig()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby={WHATS_NEW} className={styles.section}>
      <h2 id={WHATS_NEW} tabIndex={-1} className={styles.title}>
        <Link to="/help" search={true} hash={WHATS_NEW} className="quiet-link">
          {texts.whatsNew}
        </Link>
      </h2>
      <p className={styles.about}>
        {texts.thisVersion(version)} <a href={ownAddress('/licenses.txt')}>{texts.licenses}</a>
      </p>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{texts.changelog}</summary>
        {isOpen && <Changelog />}
      </details>
    </section>
  )
}
