/** Says that another tab changed the tokens, and what that means here. */

import { dismissAccount } from '../core/account'
import * as texts from '../core/texts'
import { Button } from '../ui/button'
import { Notice } from '../ui/notice'

export function OtherTokens() {
  return (
    <Notice
      tone="amber"
      actions={
        <Button size="compact-sm" variant="default" onClick={dismissAccount}>
          {texts.dismiss}
        </Button>
      }
    >
      {texts.otherTokens}
    </Notice>
  )
}
