/** Why deliveries can't be shown: none are received, a store that is away, a token of another account; else a failure. */
import { Link } from '@tanstack/react-router'
import { codeOf } from '../../api/errors'
import { Unavailable } from '../../requests/unavailable'
import { Notice } from '../../ui/notice'
import * as texts from './deliveries-texts'

export function NoReceiver() {
  return (
    <Notice
      tone="calm"
      actions={
        <Link to="/help" hash="sandbox-deliveries">
          {texts.moreInHelp}
        </Link>
      }
    >
      <h2>{texts.noReceiverTitle}</h2>
      <p>{texts.noReceiver}</p>
    </Notice>
  )
}

interface Props {
  error: unknown
  what?: string
  onRetry: () => void
  isRetrying: boolean
}

const said = { storeAway: texts.unavailable(texts.noStore), otherAccount: texts.unavailable(texts.otherAccount) }

export function WithoutDeliveries({ what = texts.couldNotLoad, ...props }: Props) {
  if (codeOf(props.error) === 'NO_RECEIVER') return <NoReceiver />
  return <Unavailable what={what} said={said} {...props} />
}
