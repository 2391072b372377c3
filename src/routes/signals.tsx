/** `/signals`: where nothing is known yet: choose a vehicle, then a signal. */
import { Button, TextInput } from '@mantine/core'
import { createFileRoute, Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { useRecent } from '../core/recent'
import { enteredSignal, SignalField } from '../domain/signals/signal-field'
import styles from '../domain/signals/signals-page.module.css'
import * as texts from '../domain/signals/signals-page-texts'
import { IdText } from '../ui/id'
import { Page } from '../ui/page'

export const Route = createFileRoute('/signals')({ component: ChooseSignal })

function ChooseSignal() {
  const navigate = Route.useNavigate()
  const [vehicle, setVehicle] = useState('')
  const { hash } = useLocation()
  const [signal, setSignal] = useState(() => enteredSignal(decodeHash(hash))) // a link from a webhook names the signal
  const [mirrored, setMirrored] = useState(hash)
  if (mirrored !== hash) {
    setMirrored(hash)
    setSignal(enteredSignal(decodeHash(hash)))
  }
  const recent = useRecent().filter(({ kind }) => kind === 'vehicle')
  const [vehicleId, signalCode] = [vehicle.trim(), signal.code]
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
        <SignalField value={signal} onChange={setSignal} description={texts.anySignal} />
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
