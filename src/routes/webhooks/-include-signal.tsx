/** Which webhooks include a signal: over all pages, with the price said first and the progress shown. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { knownSignals } from '../../api/signals.data'
import { readCatalogue } from '../../tools/webhooks/catalogue'
import { later } from '../../ui/later'
import * as texts from './-texts'
import styles from './webhooks.module.css'

/** Loaded when it is asked for. */
const WithSignal = later(() => import('../../tools/webhooks/with-signal').then((module) => module.WithSignal))

export function IncludeSignal() {
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState<string>()
  return (
    <section className="stack" aria-labelledby="include">
      <h2 id="include">{texts.include}</h2>
      <form
        aria-label={texts.include}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.trim() === '') return
          setCode(typed.trim())
          void readCatalogue()
        }}
      >
        <TextInput
          label={texts.signalCode}
          size="xs"
          value={typed}
          maxLength={200}
          spellCheck={false}
          autoComplete="off"
          list="known-signals"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <datalist id="known-signals">
          {knownSignals.map((signal) => (
            <option key={signal.code} value={signal.code}>
              {signal.group} {signal.name}
            </option>
          ))}
        </datalist>
        <Button type="submit" size="xs" variant="default">
          {texts.includeVerb}
        </Button>
      </form>
      {code !== undefined && <WithSignal code={code} />}
    </section>
  )
}
