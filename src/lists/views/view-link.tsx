/** A saved view as a link: its address was parsed when it was saved, and leads nowhere but into this console. */
import { useRouter } from '@tanstack/react-router'
import { ownAddress } from '../../api/base-path'
import type { View } from './view'

export function ViewLink({ name, address }: View) {
  const { history } = useRouter()
  const open = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return // the browser's own: another tab, another window
    event.preventDefault()
    history.push(ownAddress(address))
  }
  return (
    <a href={ownAddress(address)} onClick={open}>
      <bdi translate="no">{name}</bdi>
    </a>
  )
}
