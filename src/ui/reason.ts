/** Shows why a button does nothing, for all such buttons: below it, while it has the focus or the pointer, until Escape. */
/** The pointer may cross over to what it reads, in ms. */
const LEAVE_MS = 200
/** From the edges of the view, in px. */
const MARGIN = 8

for (const kind of ['focusin', 'mouseover'])
  document.addEventListener(kind, ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[aria-disabled="true"][aria-describedby]')
    if (button) show(button)
  })

function show(button: HTMLElement): void {
  const tip = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  // What says it on the page already is no popover.
  if (!tip?.popover || tip.matches(':popover-open')) return
  tip.showPopover()
  place(tip, button.getBoundingClientRect())

  const listening = new AbortController()
  const { signal } = listening
  const hide = () => {
    listening.abort()
    if (tip.matches(':popover-open')) tip.hidePopover()
  }
  const isMeant = () => button.matches(':hover, :focus-visible') || tip.matches(':hover')
  const leave = () => setTimeout(() => isMeant() || hide(), LEAVE_MS)
  for (const left of [button, tip]) left.addEventListener('mouseleave', leave, { signal })
  button.addEventListener('blur', hide, { signal })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), { signal })
  document.addEventListener('scroll', hide, { signal, capture: true, passive: true })
}

/** Below the button where there is room, else above it; within the view in any case. */
function place(tip: HTMLElement, { left, top, bottom }: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect()
  const isRoom = bottom + height + MARGIN < innerHeight
  tip.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`
  tip.style.top = `${isRoom ? bottom + 2 : top - height - 2}px`
}
