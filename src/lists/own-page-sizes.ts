/** Rows per page of the lists that the console makes itself: apart, for an address is read before its page is loaded. */

export const OWN_PAGE_SIZES = [25, 50, 100]
/** More rows than this on one page hold up what is typed: a page of 100 is drawn in 0.1 s, one of 1,000 in 0.7 s. */
export const MOST_OWN_ROWS = 100
