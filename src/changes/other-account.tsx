/** Says in the question before a removal that another account responds than the one before. */
import { useLastAccount } from '../core/account'
import * as texts from './removal-texts'

export function OtherAccount() {
  const last = useLastAccount()
  return last === 'same' ? null : <p>{last === 'unknown' ? texts.unknownAccount : texts.otherAccount}</p>
}
