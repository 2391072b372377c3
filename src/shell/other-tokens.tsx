/** Says that another tab changed the tokens, or that another account responds than the one before. */

import { dismissAccount, useAccount, useLastAccount } from '../core/account'
import * as texts from '../core/texts'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'
import { otherAccount } from './other-tokens-texts'

export function OtherTokens() {
  const { isSaid } = useAccount()
  const isOther = useLastAccount() === 'other'
  return (
    <Notice
      tone="amber"
      actions={
        <Button size="compact-sm" variant="default" onClick={dismissAccount}>
          {texts.dismiss}
        </Button>
      }
    >
      {isSaid && <p>{texts.otherTokens}</p>}
      {isOther && <p>{otherAccount}</p>}
    </Notice>
  )
}
