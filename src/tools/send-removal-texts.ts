/** How removals ended, in words. */

export const elsewhere = 'Another tab of this browser has sent this removal; nothing was sent from here.'
export const here = 'This tab has sent this removal before; nothing was sent again.'
export const otherTokens = 'Other tokens came into use before it was sent.'
export const nothingLeft = 'The service answered 404: there was nothing left to remove.'
export const noAnswer = 'No answer came back. It may or may not have been removed.'
export const noAnswerThere = 'No answer came back. A read shows that it is still there; it may yet take effect.'
export const noAnswerGone = 'No answer came back, but a read confirmed that it is gone.'
export const answeredGone = (status: number) => `The service answered ${status}. A read confirmed that it is gone.`
export const answeredThere = (status: number) => `The service answered ${status}. Accepted, not yet gone.`
export const answeredUnread = (status: number) =>
  `The service answered ${status}. Whether it is gone could not be read.`
export const gone = 'A read confirmed that it is gone.'
export const notYetGone = 'Accepted, not yet gone when last looked at.'
export const stillThere = 'Still there when last looked at.'
/** Said of an earlier change, once the thing was found gone. */
export const noAnswerLaterGone = 'No response came back, but it was found gone later.'
export const laterGone = 'Accepted, and found gone later.'

export const sent = 'Sent. There is no response yet.'
