/** The text of the notice of another account. */

export const otherAccount =
  'This console now uses another account than when it was last used in this browser. A token may have ended or been forgotten, or the server’s token or hosts may have changed. Check the tokens in Settings. The first removal asks.'
