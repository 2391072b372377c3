// Sets the color scheme before the first paint, and whenever another is chosen, in any tab, or the system changes its own.
{
  const key = 'forecourt.color-scheme'
  const system = matchMedia('(prefers-color-scheme: dark)')
  let chosen
  try {
    chosen = localStorage.getItem(key)
  } catch {}
  const draw = () => {
    const dark = chosen === 'dark' || (chosen !== 'light' && system.matches)
    document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  }
  draw()
  system.addEventListener('change', draw)
  addEventListener('storage', (event) => {
    if (event.key !== key) return
    chosen = event.newValue
    draw()
  })
}

// Rows below the window are left out until they may be looked at: what is in the window is there sooner.
{
  const root = document.documentElement
  const fit = (innerHeight - 160) / (root.dataset.rows === 'compact' ? 28 : 36)
  const rows = [18, 26, 34, 45].find((count) => count >= fit)
  if (rows) root.dataset.firstRows = rows
  const all = () => delete root.dataset.firstRows
  for (const type of ['scroll', 'keydown', 'resize', 'wheel', 'touchmove'])
    addEventListener(type, all, { capture: true, passive: true, once: true })
}

// What is clicked, typed and pressed before the console listens is kept, and done once it does: rows are seen sooner than
// their buttons can answer. Links, and what else the browser does by itself, are not held up.
{
  const kept = []
  let isJumping = false // after the key of “Jump to…”: what is typed is for it, wherever the focus is
  const fields = 'input:not([type=checkbox], [type=radio]), textarea, select'
  const keep = (event, control, isHeld) => {
    if (isHeld) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    kept.push({ event, control, text: event.clipboardData?.getData('text') ?? control.value, isOn: control.checked })
  }
  const listeners = {
    click(event) {
      const control = event.target.closest('button, input[type=checkbox], input[type=radio]')
      if (control) keep(event, control, control.matches('button')) // a box is ticked at once
    },
    submit: (event) => keep(event, event.target, true),
    input: (event) => keep(event, event.target, false),
    change: (event) => keep(event, event.target, false),
    compositionend: (event) => keep(event, event.target, false),
    focusout: (event) => kept.some(({ control }) => control === event.target) && keep(event, event.target, false),
    toggle: (event) => keep(event, event.target, false), // what a summary opens has its content from the console
    paste: (event) => event.target.matches(fields) || keep(event, event.target, true),
    keydown(event) {
      const { key, code, target, altKey, ctrlKey, metaKey } = event
      const isK = key.toLowerCase() === 'k' || (code === 'KeyK' && key > '\u024f') // a key of another alphabet
      const isPlain = !altKey && !ctrlKey && !metaKey
      if ((ctrlKey || metaKey) && !altKey && isK) {
        isJumping = true
        return keep(event, target, true)
      }
      if (isJumping && isPlain && (key.length === 1 || ['Enter', 'Backspace', 'Escape'].includes(key))) {
        isJumping = key !== 'Escape'
        return keep(event, target, true)
      }
      if (target.matches(fields)) return key === 'Enter' && keep(event, target, false)
      if (isPlain && key.length === 1 && key !== ' ') keep(event, target, true)
    },
  }
  for (const [type, listener] of Object.entries(listeners)) addEventListener(type, listener, true)
  window.forecourtFirst = {
    kept,
    stop: () => {
      for (const [type, listener] of Object.entries(listeners)) removeEventListener(type, listener, true)
    },
  }
}

// The console’s own script begins once what the server drew is on screen: it is fetched meanwhile, and would hold up the rows.
addEventListener('DOMContentLoaded', () => {
  const entry = document.querySelector('link[data-entry]')
  const begin = () => import(entry.href)
  if (!entry) return
  if (document.hidden || !document.getElementById('drawn')) begin()
  else requestAnimationFrame(() => setTimeout(begin))
})
