/** The field that tops the overview: Enter leads to the customer's connection, or to what else an ID or a link is of. */

import { Link, useRouter } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ownAddress } from '../../api/base-path'
import { Failure } from '../../requests/failure'
import styles from './lookup.module.css'

const label = 'Look up'
const example = 'External ID, any other ID, or an API link'
const lookingUp = 'Looking up…'
const noSuchId = 'No connection, vehicle or user has this ID. '
const asExternalId = 'Search for it as an external ID'
const offerText = (id: ReactNode) => <>Use {id} instead</>
const hint = 'Press Enter to look up.'

/** Not part of a first load: fetched once somebody is about to type. */
const loadTools = () => import('./look-up')

type State = 'idle' | 'busy' | 'none' | { error: unknown }

export function Lookup() {
  const router = useRouter()
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<State>('idle')
  const [tools, setTools] = useState<Awaited<ReturnType<typeof loadTools>>>()
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // What is pasted where no field takes it is meant for this one.
    const take = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea, dialog')) return
      event.preventDefault() // a browser would paste into what has the focus by then, too
      field.current?.focus()
      setTyped(event.clipboardData?.getData('text') ?? '')
    }
    addEventListener('paste', take)
    return () => removeEventListener('paste', take)
  }, [])
  const text = typed.trim()
  const offered = text === '' ? undefined : tools?.offeredFor(text)

  const change = (now: string) => {
    running.current?.abort() // what is looked up is what the field shows
    setTyped(now)
    setState('idle')
  }
  const submit = async (event?: FormEvent) => {
    event?.preventDefault()
    if (text === '' || state === 'busy') return
    running.current = new AbortController()
    const { signal } = running.current
    setState('busy')
    try {
      const { lookUp } = await loadTools()
      const address = await lookUp(text, signal)
      if (signal.aborted) return
      setState(address === undefined ? 'none' : 'idle')
      if (address !== undefined) router.history.push(ownAddress(address))
    } catch (error) {
      if (!signal.aborted) setState({ error })
    }
  }
  return (
    <search aria-label={label} className={styles.lookup}>
      <form onSubmit={submit}>
        <input
          translate="no"
          ref={field}
          type="search"
          aria-label={label}
          aria-describedby="lookup-price"
          placeholder={example}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onFocus={() => void loadTools().then(setTools, () => {})} // what fails is said once it is needed
          onChange={(event) => change(event.currentTarget.value)}
        />
      </form>
      <p id="lookup-price" className="quiet" role="status">
        {state === 'busy' ? lookingUp : state !== 'none' && (text !== '' && tools ? tools.priceOf(text) : hint)}
        {offered !== undefined && (
          <>
            {' '}
            <button type="button" className="plain-button" onClick={() => change(offered)}>
              {offerText(<bdi translate="no">{offered}</bdi>)}
            </button>
          </>
        )}
        {state === 'none' && (
          <>
            {noSuchId}
            <Link to="/connections" search={{ 'filter[user.externalId]': text }}>
              {asExternalId}
            </Link>
          </>
        )}
      </p>
      {typeof state === 'object' && <Failure error={state.error} onRetry={() => void submit()} />}
    </search>
  )
}
