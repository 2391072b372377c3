/** Key of all queries for the history of subscriptions. */
export const HISTORY_KEY = ['history of subscriptions'] as const
