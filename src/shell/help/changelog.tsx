/** What each version brought, as CHANGELOG.md says it. */
import { formatInstant, presentTime } from '../../ui/format'
import changelog from './CHANGELOG.md?raw'
import { Coded } from './coded'
import styles from './help.module.css'
import * as texts from './help-texts'
import { readChangelog } from './read-changelog'

const dayOf = (date: string) => formatInstant(Date.parse(date), 'utc', presentTime(), { isDay: true })

export function Changelog() {
  return readChangelog(changelog).map(({ name, date, kinds }) => (
    <section key={name} aria-label={texts.version(name)} className={styles.version}>
      <h3>{texts.versionOf(name, dayOf(date))}</h3>
      {kinds.map(({ title, items }) => (
        <div key={title}>
          <h4>{title}</h4>
          <ul>
            {items.map((item) => (
              <li key={item}>
                <Coded text={item} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  ))
}
