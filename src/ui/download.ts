/** Hands a text over as a file: nothing leaves the browser. */
export const saveFile = (name: string, type: string, text: string): void => saveBlob(name, new Blob([text], { type }))

/** Saves a file of the server. */
export function saveFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  link.download = '' // the server names it
  link.click()
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000) // the browser reads it after this turn
}
