/**
 * Chrome translates a page by replacing text nodes with <font> elements. React goes on to change and remove the text nodes
 * (https://github.com/facebook/react/issues/11538), so each <font> is treated as the text node that it replaced.
 */

const fontByText = new WeakMap<Node, ChildNode>()
const fonts = new WeakSet<Node>()
let isPatched = false

/** True if the browser has translated text in the element. The console renders no <font> itself. */
export const isTranslated = (element: Element): boolean => element.querySelector('font') !== null

/** Called for a page that is translated, so that any other keeps the browser's own methods. */
function patchNodes(): void {
  isPatched = true
  const { insertBefore, removeChild } = Node.prototype
  const { set: setNodeValue, ...nodeValue } = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') ?? {}
  const toChild = <T extends Node | null>(parent: Node, node: T) => {
    const font = node && fontByText.get(node)
    return font?.parentNode === parent ? font : node
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null) {
    return insertBefore.call(this, node, toChild(this, next)) as T // returns its argument
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T) {
    return removeChild.call(this, toChild(this, child)) as T // React doesn't use the result
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      const font = fontByText.get(this)
      if (font?.parentNode) font.replaceWith(this) // the browser translates the new text
      setNodeValue?.call(this, value)
    },
  })
}

/** Keeps React working on a page that the browser translates from now on. */
export function watchTranslation(): void {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      for (const node of addedNodes) fontByText.get(node)?.remove() // React has moved the text node
      for (const node of removedNodes) {
        if (node.nodeType !== Node.TEXT_NODE || node.isConnected) continue
        const font = [...addedNodes, previousSibling, nextSibling].find(
          (one): one is HTMLElement => one?.nodeName === 'FONT' && !fonts.has(one),
        )
        if (!font) continue
        fontByText.set(node, font)
        fonts.add(font)
        if (!isPatched) patchNodes()
      }
    }
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
