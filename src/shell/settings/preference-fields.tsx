/** The operator's preferences as fields; they hold for this browser. */
// Checkboxes of the library are here alone.
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useConfig } from '../../core/config'
import { type Preferences, resetPreferences, setPreference, usePreferences } from '../../core/preferences'
import { Choice } from '../../ui/choice'
import { saveFile } from '../../ui/download'
import { importPreferences, preferencesFile } from '../preferences-file'
import { ImportFile } from './import-file'
import styles from './settings.module.css'
import * as texts from './texts'

export function PreferenceFields() {
  const { rows, rowsPerPage, liveRemovals, readOnOpen, shortcuts, walkers } = usePreferences()
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
      <Choice
        label={texts.walkers}
        description={texts.aboutWalkers}
        value={String(walkers)}
        choices={['1', '2', '4', '8']}
        onChoose={(value) => setPreference('walkers', Number(value))}
      />
      <Checkbox
        label={texts.oneClick}
        description={texts.aboutOneClick}
        checked={liveRemovals === 'one-click'}
        onChange={(event) => setPreference('liveRemovals', event.currentTarget.checked ? 'one-click' : 'ask')}
      />
      <Checkbox
        label={texts.readOnOpen}
        description={texts.aboutReadOnOpen}
        checked={readOnOpen}
        onChange={(event) => setPreference('readOnOpen', event.currentTarget.checked)}
      />
      <Checkbox
        label={texts.singleKeys}
        description={texts.aboutSingleKeys}
        checked={shortcuts}
        onChange={(event) => setPreference('shortcuts', event.currentTarget.checked)}
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
