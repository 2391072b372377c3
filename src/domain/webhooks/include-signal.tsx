/** Which webhooks include a signal: over all pages, with the price said first and the progress shown. */

import { useState } from 'react'
import { Button } from '../../ui/button'
import { later } from '../../ui/later'
import { enteredSignal, SignalField } from '../signals/signal-field'
import { readCatalogue } from './catalogue'
import styles from './webhooks.module.css'
import * as texts from './webhooks-texts'

/** Loaded when it is asked for. */
const WithSignal = later(() => import('./with-signal').then((module) => module.WithSignal))

export function IncludeSignal() {
  const [typed, setTyped] = useState(enteredSignal(''))
  const [code, setCode] = useState<string>()
  return (
    <section className="stack" aria-labelledby="include">
      <h2 id="include">{texts.include}</h2>
      <form
        aria-label={texts.include}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (!typed.code) return
          setTyped(enteredSignal(typed.code))
          setCode(typed.code)
          void readCatalogue()
        }}
      >
        <SignalField size="xs" value={typed} onChange={setTyped} />
        <Button type="submit" size="xs" variant="default">
          {texts.includeVerb}
        </Button>
      </form>
      {code !== undefined && <WithSignal code={code} />}
    </section>
  )
}
