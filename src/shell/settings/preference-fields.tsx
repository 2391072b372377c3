/** The operator's preferences as fields; they hold for this browser. */

import { type ChangeEvent, useId } from 'react'
import { useConfig } from '../../core/config'
import { type Preferences, resetPreferences, setPreference, usePreferences } from '../../core/preferences'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { saveFile } from '../../ui/download'
import { importPreferences, preferencesFile } from '../preferences-file'
import { ImportFile } from './import-file'
import styles from './settings.module.css'
import * as texts from './texts'

export function PreferenceFields() {
  const { rows, rowsPerPage, liveRemovals, readOnOpen, shortcuts } = usePreferences()
  const { pageSizes } = useConfig()
  return (
    <div className={styles.fields}>
      <Choice
        label={texts.rows}
        value={rows}
        choices={[
          { value: 'comfortable', label: texts.comfortable },
          { value: 'compact', label: texts.compact },
        ]}
        onChoose={(value) => setPreference('rows', value as Preferences['rows'])}
      />
      <Choice
        label={texts.rowsPerPage}
        value={String(rowsPerPage ?? '')}
        choices={[{ value: '', label: texts.byDefault }, ...(pageSizes.connections ?? []).map(String)]}
        onChoose={(value) => setPreference('rowsPerPage', Number(value) || undefined)}
      />
      <Check
        label={texts.oneClick}
        description={texts.aboutOneClick}
        checked={liveRemovals === 'one-click'}
        onChange={({ currentTarget: { checked } }) => setPreference('liveRemovals', checked ? 'one-click' : 'ask')}
      />
      <Check
        label={texts.readOnOpen}
        description={texts.aboutReadOnOpen}
        checked={readOnOpen}
        onChange={({ currentTarget: { checked } }) => setPreference('readOnOpen', checked)}
      />
      <Check
        label={texts.singleKeys}
        description={texts.aboutSingleKeys}
        checked={shortcuts}
        onChange={({ currentTarget: { checked } }) => setPreference('shortcuts', checked)}
      />
      <ImportFile
        label={texts.importPreferences}
        onText={(text) => {
          importPreferences(text)
          return texts.tookPreferences
        }}
      >
        <Button variant="default" size="compact-sm" onClick={resetPreferences}>
          {texts.resetPreferences}
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => saveFile('forecourt preferences.json', 'application/json', preferencesFile())}
        >
          {texts.exportPreferences}
        </Button>
      </ImportFile>
    </div>
  )
}

interface CheckProps {
  label: string
  description: string
  checked: boolean
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function Check({ label, description, checked, onChange }: CheckProps) {
  const id = useId()
  return (
    <div>
      <label className={styles.check}>
        <input type="checkbox" aria-describedby={id} checked={checked} onChange={onChange} />
        {label}
      </label>
      <p id={id} className={styles.about}>
        {description}
      </p>
    </div>
  )
}
