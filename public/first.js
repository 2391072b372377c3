// Sets the color scheme before the first paint, and whenever another is chosen, in any tab, or the system changes its own.
{
  const { basePath } = document.documentElement.dataset
  const key = basePath ? `${basePath} forecourt.color-scheme` : 'forecourt.color-scheme'
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

// Chrome translates a page by replacing text nodes with <font> elements. React goes on to change and remove the text nodes
// (https://github.com/facebook/react/issues/11538), so each <font> is treated as the text node that it replaced.
let translation
{
  const fonts = new WeakMap() // by the text node that each replaced
  const texts = new WeakMap() // by the <font> that replaced each
  let isHydrating = false
  let isGuarded = false

  // Only here, so that a page that is not translated keeps the browser’s own methods.
  const guard = () => {
    isGuarded = true
    const { insertBefore, removeChild } = Node.prototype
    const { set, ...nodeValue } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
    const childOf = (parent, node) => (fonts.get(node)?.parentNode === parent ? fonts.get(node) : node)
    Node.prototype.insertBefore = function (node, next) {
      return insertBefore.call(this, node, childOf(this, next))
    }
    Node.prototype.removeChild = function (child) {
      return removeChild.call(this, childOf(this, child))
    }
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...nodeValue,
      set(value) {
        if (fonts.get(this)?.parentNode) fonts.get(this).replaceWith(this) // the browser translates the new text
        set.call(this, value)
      },
    })
  }

  const undo = () => {
    for (const font of document.querySelectorAll('font')) if (texts.has(font)) font.replaceWith(texts.get(font))
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const node of addedNodes) fonts.get(node)?.remove() // React has moved the text node
      for (const node of removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.isConnected) continue
        const font = [...addedNodes, previousSibling, nextSibling].find(
          (one) => one?.nodeName === 'FONT' && !texts.has(one),
        )
        if (!font) continue
        fonts.set(node, font)
        texts.set(font, node)
        if (!isGuarded) guard()
      }
    }
    if (isHydrating) undo()
  })
  addEventListener('DOMContentLoaded', () => observer.observe(document.body, { childList: true, subtree: true }))
  // React hydrates only the text that the server sent. The browser translates it again afterwards.
  translation = {
    suspend() {
      isHydrating = true
      undo()
    },
    resume() {
      isHydrating = false
    },
  }
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
    translation,
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
