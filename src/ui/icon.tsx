/** An icon of the sprite that the page carries: no request, and no script but its name. */
import type { IconName } from './icon-names'

interface Props {
  name: IconName
  /** In px. */
  size?: number
}

/** The product's mark. */
export const Mark = ({ size }: { size: number }) => (
  <svg width={size} height={size} aria-hidden="true">
    <use href="#mark" />
  </svg>
)

export const Icon = ({ name, size = 16 }: Props) => (
  <svg className="icon" width={size} height={size} aria-hidden="true">
    <use href={`#i-${name}`} />
  </svg>
)
