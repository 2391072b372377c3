/** What the operator has noted with other tokens, by its number alone, and the button that moves it here. */

import { useEffect, useState } from 'react'
import { onAccountPlace } from '../../core/account'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { ledgersElsewhere, moveHere } from './ledger-elsewhere'
import * as texts from './texts'

/** @param onMoved called once there is more here than before */
export function Elsewhere({ onMoved }: { onMoved?: () => void }) {
  const [found, setFound] = useState(ledgersElsewhere)
  // The account may become known, or be another one, while the page is on screen.
  useEffect(() => onAccountPlace(() => setFound(ledgersElsewhere())), [])
  if (found.count === 0) return null
  return (
    <Notice
      tone="calm"
      actions={
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            moveHere(found)
            onMoved?.()
            setFound(ledgersElsewhere())
          }}
        >
          {texts.moveHere(found.count)}
        </Button>
      }
    >
      {texts.elsewhere(found.count)}
    </Notice>
  )
}
