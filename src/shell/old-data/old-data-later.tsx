/** The offer to move data of earlier versions, loaded only in browsers that may have some. */
import { type ReactNode, useEffect, useState } from 'react'
import { onAccountPlace, useAccount } from '../../core/account'
import { later } from '../../ui/later'
import { hasOldData } from './stored-names'

const OldDataNotice = later(() => import('./old-data-notice').then((module) => module.OldDataNotice))

/** @param otherwise shown if there is none */
export function OldData({ otherwise = null }: { otherwise?: ReactNode }) {
  const { epoch } = useAccount()
  const [has, setHas] = useState(false)
  // The account may become known, or change, while the page is on screen.
  useEffect(() => onAccountPlace(() => setHas(hasOldData())), [])
  return has ? <OldDataNotice key={epoch} otherwise={otherwise} /> : otherwise
}
