/** The receiver below the hosts' lamps: how it does in a word, and the way to what it received. */
import { Link } from '@tanstack/react-router'
import { useReceiver } from './receiver-row'
import * as texts from './receiver-row-texts'

/** It is on every page: its answer is a search of the store. */
const EVERY_MS = 60_000

interface Props {
  className: string | undefined
  /** Of how it does. */
  wordClassName: string | undefined
}

export function ReceiverLamp({ className, wordClassName }: Props) {
  const { state, words } = useReceiver(EVERY_MS)
  return (
    <li data-state={state}>
      <Link to="/deliveries" className={className}>
        {texts.receiver}
      </Link>
      {/* Each state is another element, as for the hosts. */}
      <data key={state} value={state} title={words} className={wordClassName}>
        {texts.states[state]}
      </data>
    </li>
  )
}
