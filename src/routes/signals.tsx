/** `/signals`: the catalog of signals; with a vehicle, each leads to its values. */

import { createFileRoute, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { cleanId } from '../api/clean-id'
import { SignalsSearch } from '../api/signals'
import { useRecent, useRecentNames } from '../core/recent'
import { enteredSignal, SignalField } from '../domain/signals/signal-field'
import styles from '../domain/signals/signals-page.module.css'
import * as texts from '../domain/signals/signals-page-texts'
import { Button } from '../ui/button'
import { useHash } from '../ui/first-render'
import { cutMiddle } from '../ui/format'
import { IdTextField } from '../ui/id-form'
import { later } from '../ui/later'
import { Page } from '../ui/page'

export const Route = createFileRoute('/signals')({
  validateSearch: SignalsSearch,
  component: ChooseSignal,
})

const SignalCatalog = later(() => import('../domain/signals/signal-catalog').then((module) => module.SignalCatalog))

function ChooseSignal() {
  const navigate = Route.useNavigate()
  const { q = '', group = '' } = Route.useSearch()
  const field = useRef<HTMLInputElement>(null)
  const [vehicle, setVehicle] = useState('')
  const hash = useHash()
  const [signal, setSignal] = useState(() => enteredSignal(decodeHash(hash))) // a link from a webhook names the signal
  const [mirrored, setMirrored] = useState(hash)
  if (mirrored !== hash) {
    setMirrored(hash)
    setSignal(enteredSignal(decodeHash(hash)))
  }
  const names = useRecentNames()
  const recent = useRecent().filter(({ kind }) => kind === 'vehicle')
  const vehicleId = cleanId(vehicle).id
  const go = (signalCode: string) => {
    if (!vehicleId) field.current?.focus()
    else if (signalCode)
      void navigate({ to: '/vehicles/$vehicleId/signals/$signalCode', params: { vehicleId, signalCode } })
    else void navigate({ to: '/vehicles/$vehicleId/signals', params: { vehicleId } })
  }
  return (
    <Page title={texts.title}>
      <p className="quiet">{texts.belongsTo(<Link to="/vehicles">{texts.findOne}</Link>)}</p>
      <form
        aria-label={texts.choose}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          go(signal.code)
        }}
      >
        <IdTextField
          ref={field}
          label={texts.vehicleId}
          size="xs"
          value={vehicle}
          required
          maxLength={2000}
          list="recent-vehicles"
          onText={setVehicle}
        />
        <datalist id="recent-vehicles">
          {recent.map(({ id }) => (
            <option key={id} value={id} label={names.get(id)} />
          ))}
        </datalist>
        <SignalField size="xs" value={signal} onChange={setSignal} />
        <Button type="submit" size="xs">
          {signal.code ? texts.open : texts.choose}
        </Button>
      </form>
      {recent.length > 0 && (
        <ul aria-label={texts.recent} className={styles.recent}>
          {recent.map(({ id }) => (
            <li key={id}>
              <Link to="/vehicles/$vehicleId/signals" params={{ vehicleId: id }}>
                {texts.signalsOf(<bdi translate="no">{names.get(id) ?? cutMiddle(id)}</bdi>)}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <SignalCatalog
        q={q}
        group={group}
        vehicleId={vehicleId}
        onShow={(search) => void navigate({ search, hash: true })}
        onChoose={(code) => {
          setSignal(enteredSignal(code))
          go(code)
        }}
      />
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
