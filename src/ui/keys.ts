/** What keyboard events tell. */

/** True while keys compose a letter: Enter then ends the letter and means nothing else. Safari tells the last one late, by its code. */
export const isComposing = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isComposing || keyCode === 229

/** True where Enter is meant, rather than the end of a letter. */
export const isEnter = ({ key, nativeEvent }: React.KeyboardEvent): boolean =>
  key === 'Enter' && !isComposing(nativeEvent)
