/** The operator's preferences as fields; they hold for this browser. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { useConfig } from '../tools/config'
import {
  importPreferences,
  type Preferences,
  preferencesFile,
  resetPreferences,
  setPreference,
  usePreferences,
} from '../tools/preferences'
import { saveFile } from '../ui/download'
import { ImportFile } from './-import-file'
import styles from './settings.module.css'

export function PreferenceFields() {
  const { rows, rowsPerPage, liveRemovals, readOnOpen, shortcuts, walkers } = usePreferences()
  const { pageSizes } = useConfig()
  return (
    <div className={styles.fields}>
      <NativeSelect
        label="Rows"
        value={rows}
        data={[
          { value: 'comfortable', label: 'Comfortable' },
          { value: 'compact', label: 'Compact' },
        ]}
        onChange={(event) => setPreference('rows', event.currentTarget.value as Preferences['rows'])}
      />
      <NativeSelect
        label="Rows per page of links to a list"
        value={String(rowsPerPage ?? '')}
        data={[{ value: '', label: 'The service’s default' }, ...(pageSizes.connections ?? []).map(String)]}
        onChange={(event) => setPreference('rowsPerPage', Number(event.currentTarget.value) || undefined)}
      />
      <NativeSelect
        label="Pages of connections read at a time"
        description="For users and vehicles. A service may refill its allowance of requests slowly."
        value={String(walkers)}
        data={['1', '2', '4', '8']}
        onChange={(event) => setPreference('walkers', Number(event.currentTarget.value))}
      />
      <Checkbox
        label="Remove one live connection or one user with a single click"
        description="Simulated connections never ask. A user’s button then carries the counted connections. What is removed cannot be brought back from here."
        checked={liveRemovals === 'one-click'}
        onChange={(event) => setPreference('liveRemovals', event.currentTarget.checked ? 'one-click' : 'ask')}
      />
      <Checkbox
        label="Read a vehicle when one of its tabs opens"
        description="One request each, which counts against the vehicle’s limit. Otherwise nothing is read before you ask."
        checked={readOnOpen}
        onChange={(event) => setPreference('readOnOpen', event.currentTarget.checked)}
      />
      <Checkbox
        label="Single keys"
        description="For example / for the filter and ] for the next page; ? lists them. None is heard while something is typed."
        checked={shortcuts}
        onChange={(event) => setPreference('shortcuts', event.currentTarget.checked)}
      />
      <ImportFile
        label="Import preferences"
        onText={(text) => {
          importPreferences(text)
          return 'Took over the preferences.'
        }}
      >
        <Button variant="default" size="compact-sm" onClick={resetPreferences}>
          Reset preferences
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => saveFile('forecourt preferences.json', 'application/json', preferencesFile())}
        >
          Export preferences
        </Button>
      </ImportFile>
    </div>
  )
}
