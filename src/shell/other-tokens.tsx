/** Says that another tab changed the tokens, or that another account responds than the one before. */

import { dismissAccount, useAccount } from '../core/account'
import { dismissOtherAccount, useLastAccount } from '../core/last-account'
import * as texts from '../core/texts'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

export function OtherTokens() {
  const { isSaid } = useAccount()
  const isOther = useLastAccount() === 'other'
  const dismiss = () => {
    dismissAccount()
    dismissOtherAccount()
  }
  return (
    <Notice
      tone="amber"
      actions={
        <Button size="compact-sm" variant="default" onClick={dismiss}>
          {texts.dismiss}
        </Button>
      }
    >
      {isSaid && <p>{texts.otherTokens}</p>}
      {isOther && <p>{texts.otherAccount}</p>}
    </Notice>
  )
}
