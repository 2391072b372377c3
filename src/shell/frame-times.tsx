/** The zone that times are shown in, as a choice. */
import { type Preferences, setPreference, usePreferences } from '../core/preferences'
import * as texts from './frame-texts'

interface Props {
  id?: string
  className?: string | undefined
  /** Its name, where no label says it. */
  'aria-label'?: string
}

export function TimesSelect(given: Props) {
  const { time } = usePreferences()
  return (
    <select
      {...given}
      value={time}
      onChange={(event) => setPreference('time', event.currentTarget.value as Preferences['time'])} // one of its options
    >
      <option value="local">{texts.local}</option>
      <option value="utc">{texts.utc}</option>
      <option value="relative">{texts.relative}</option>
    </select>
  )
}
