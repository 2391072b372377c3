/** A signal as people call it, its code beside it. */
import { signalName } from '../../api/signal-names'
import { signalOf } from '../../api/signals.data'
import { cut } from '../../ui/format'

interface Props {
  code: string
  /** As the provider names it, for one that is not known. */
  given?: string | null | undefined
  /** True where its group is shown beside it. */
  isInGroup?: boolean
}

export function SignalName({ code, given, isInGroup = false }: Props) {
  const known = signalOf(code)
  const name = known ? (isInGroup ? known.name : known.fullName) : given && signalName(cut(given, 120))
  return (
    <>
      {name && <bdi translate="no">{name}</bdi>}{' '}
      <code translate="no" className={name ? 'quiet' : undefined}>
        {cut(code, 120)}
      </code>
    </>
  )
}
