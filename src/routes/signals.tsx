/** `/signals`: where nothing is known yet: choose a vehicle, then a signal. */
import { Button, TextInput } from '@mantine/core'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { knownSignals } from '../api/signals.data'
import { useRecent } from '../tools/recent'
import { IdText } from '../ui/id'
import { Page } from '../ui/page'
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
    <Page title="Signals">
      <p>
        A signal belongs to a vehicle: <Link to="/vehicles">find one</Link> by its id, make or model, or by whom it is
        connected for; or enter its id.
      </p>
      <form
        aria-label="Choose a signal"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          go()
        }}
      >
        <TextInput
          label="Vehicle ID"
          value={vehicle}
          required
          maxLength={2000}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setVehicle(event.currentTarget.value)}
        />
        <TextInput
          label="Signal code"
          description="Of the known ones, or any other; leave it empty to choose from the list."
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
            {signalCode ? 'Open signal' : 'Choose a signal'}
          </Button>
        </div>
      </form>
      {recent.length > 0 && (
        <section className="stack" aria-labelledby="recent-vehicles">
          <h2 id="recent-vehicles">Vehicles looked at in this tab</h2>
          <ul className={styles.recent}>
            {recent.map(({ id }) => (
              <li key={id}>
                <Link to="/vehicles/$vehicleId/signals" params={{ vehicleId: id }}>
                  Signals of <IdText id={id} />
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
