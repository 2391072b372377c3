/** The way on from an answer that holds nothing: what was not there a minute ago may be there now. */
import { Button } from './button'
import * as texts from './texts'

export function RecheckButton({ onClick }: { onClick: () => void }) {
  return (
    <Button size="compact-sm" variant="default" onClick={onClick}>
      {texts.recheck}
    </Button>
  )
}
