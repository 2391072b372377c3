/** The texts of the button that removes, and of a removal that could not begin. */

export const remove = (words: string, title: string) => (
  <>
    Remove {words}
    <span translate="no" className="visually-hidden">
      {' '}
      {title}
    </span>
  </>
)
export const inRow = 'Remove'
export const otherAccount = 'This is another account than the one this console last used in this browser.'
export const unknownAccount = 'This browser doesn’t know which account this console used last.'
export const removeRow = (noun: string, title: string) => `Remove ${noun} ${title}`

export const notLoaded = 'Not sent. Try again once the page’s files can be loaded.'
