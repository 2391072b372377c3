/** How everything is shown: times, theme and rows. Loaded once it is opened. */
import { type Preferences, setPreference, usePreferences } from '../core/preferences'
import { type ColorScheme, setColorScheme, useColorScheme } from '../ui/color-scheme'
import styles from './frame-display.module.css'
import * as texts from './frame-texts'
import { TimesSelect } from './frame-times'
import { comfortable, compact, rows as rowHeight } from './settings/texts'

export function DisplayFields() {
  const { rows } = usePreferences()
  const scheme = useColorScheme()
  return (
    <div className={styles.fields}>
      <label htmlFor="times">
        {texts.times}
        <TimesSelect id="times" className="control" />
      </label>
      <label>
        {texts.colours}
        <select
          className="control"
          value={scheme}
          onChange={(event) => setColorScheme(event.currentTarget.value as ColorScheme)} // one of its options
        >
          <option value="auto">{texts.system}</option>
          <option value="light">{texts.light}</option>
          <option value="dark">{texts.dark}</option>
        </select>
      </label>
      <label>
        {rowHeight}
        <select
          className="control"
          value={rows}
          onChange={(event) => setPreference('rows', event.currentTarget.value as Preferences['rows'])} // as above
        >
          <option value="comfortable">{comfortable}</option>
          <option value="compact">{compact}</option>
        </select>
      </label>
    </div>
  )
}
