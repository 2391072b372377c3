/** Asks for a notification of a job's end, or takes that back. */
import { useState } from 'react'
import { Button } from '../../ui/button'
import { awaitEnd, forgetEnd, permissionNow, useAwaited } from './notify'
import * as texts from './notify-texts'

const reasons = { none: texts.none, denied: texts.denied, default: undefined, granted: undefined } as const

export function NotifyButton({ id }: { id: number }) {
  const isWanted = useAwaited().includes(id)
  const [permission, setPermission] = useState(permissionNow)
  if (isWanted)
    return (
      <Button variant="default" onClick={() => forgetEnd(id)}>
        {texts.dontNotify}
      </Button>
    )
  const ask = () => void awaitEnd(id).then(() => setPermission(permissionNow()))
  return (
    <Button variant="default" reason={reasons[permission]} onClick={ask}>
      {texts.notify}
    </Button>
  )
}
