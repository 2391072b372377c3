/** For which shell cURL commands are shown and copied; remembered. */
import { type Preferences, setPreference, usePreferences } from '../../core/preferences'

const label = 'Shell'
const names: Readonly<Record<Preferences['shell'], string>> = {
  sh: 'bash, zsh, sh',
  powershell: 'PowerShell',
  cmd: 'Command Prompt (cmd)',
}
const shells = Object.keys(names) as Preferences['shell'][] // its own keys

export function ShellChoice() {
  const { shell } = usePreferences()
  return (
    <label className="row">
      {label}{' '}
      <select
        value={shell}
        onChange={(event) => setPreference('shell', event.currentTarget.value as Preferences['shell'])} // one of `shells`
      >
        {shells.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  )
}
