/** The texts of copying by hand. */

export const refused =
  'Couldn’t copy: this browser doesn’t let the page use the clipboard. The text is selected; press Ctrl+C (⌘C on a Mac).'
export const text = 'Text to copy'
export const close = 'Close'
