/** `/signals`: where nothing is known yet: choose a vehicle, then a signal. */
import { Button, TextInput } from '@mantine/core'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { knownSignals } from '../api/signals.data'
import { useRecent } from '../tools/recent'
import { IdText } from '../ui/id'
import { Page } from '../ui/page'
import * as texts from './-signals-texts'
import styles from './signals.module.css'

export const Route = createFileRoute('/signals')({ component: ChooseSignal })

function ChooseSignal() {
  const navigate = Route.useNavigate()
  const [vehicle, setVehicle] = useState('')
  const { hash } = useLocation()
  const [signal, setSignal] = useState(() => decodeHash(hash)) // a link from a webhook names the signal
  const recent = useRecent().filter(({ kind }) => kind === 'vehicle')
  const [vehicleId, signalCode] = [vehicle.trim(), signal.trim()]
  const go = () => {
    if (!vehicleId) return
    if (signalCode) void navigate({ to: '/vehicles/$vehicleId/signals/$signalCode', params: { vehicleId, signalCode } })
    else void navigate({ to: '/vehicles/$vehicleId/signals', params: { vehicleId } })
  }
  return (
    <Page title={texts.title}>
      <p>{texts.belongsTo(<Link to="/vehicles">{texts.findOne}</Link>)}</p>
      <form
        aria-label={texts.choose}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <TextInput
          label={texts.vehicleId}
          value={vehicle}
          required
          maxLength={2000}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setVehicle(event.currentTarget.value)}
        />
        <TextInput
          label={texts.signalCode}
          description={texts.anyCode}
          value={signal}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          list="known-signals"
          onChange={(event) => setSignal(event.currentTarget.value)}
        />
        <datalist id="known-signals">
          {knownSignals.map(({ code, group, name }) => (
            <option key={code} value={code}>
              {group} {name}
            </option>
          ))}
        </datalist>
        <div>
          <Button type="submit" size="sm">
            {signalCode ? texts.open : texts.choose}
          </Button>
        </div>
      </form>
      {recent.length > 0 && (
        <section className="stack" aria-labelledby="recent-vehicles">
          <h2 id="recent-vehicles">{texts.recent}</h2>
          <ul className={styles.recent}>
            {recent.map(({ id }) => (
              <li key={id}>
                <Link to="/vehicles/$vehicleId/signals" params={{ vehicleId: id }}>
                  {texts.signalsOf(<IdText id={id} />)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </Page>
  )
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash).slice(0, 200)
  } catch {
    return ''
  }
}
