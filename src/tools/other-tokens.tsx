/** Says that another tab changed the tokens, and what that means here. */
import { Button } from '@mantine/core'
import { Notice } from '../ui/notice'
import { dismissAccount } from './account'

export function OtherTokens() {
  return (
    <Notice
      tone="amber"
      actions={
        <Button size="compact-sm" variant="default" onClick={dismissAccount}>
          Dismiss
        </Button>
      }
    >
      Another tab has changed the access tokens. What was read with the ones before is dropped here, and jobs were
      stopped; what they changed stands in the overview’s record.
    </Notice>
  )
}
