/** How many connections go with a user, on the page of their removal: counted only when the form asks for it. */
import { ownAddress } from '../../api/base-path'
import { type RemovalPage, removalFields } from '../../api/removal-page'
import { Button } from '../../ui/button'
import { Time } from '../../ui/time'
import { countsOfModes } from './impact'
import * as texts from './impact-sheet-texts'

export function CountForm({ removal: { path, account, counts } }: { removal: RemovalPage }) {
  return (
    <form method="post" action={ownAddress(`${path}/count`)} className="row">
      <input type="hidden" name={removalFields.account} value={account} />
      <span>
        {!counts && texts.notCountedYet}
        {counts?.isCounted && countsOfModes(counts.live ?? undefined, counts.simulated ?? undefined)}
        {counts && !counts.isCounted && texts.inDirectory(counts.live ?? 0, counts.simulated ?? 0)}
        {counts?.at && !counts.isCounted && <> {texts.asOf(<Time value={counts.at} />)}</>}
      </span>
      <Button type="submit" size="compact-sm" variant="default">
        {texts.count}
      </Button>
    </form>
  )
}
