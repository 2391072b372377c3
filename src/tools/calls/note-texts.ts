/** The texts of the incident note: what it calls its facts. */

export const time = 'Time'
export const took = (at: string, ms: number) => `${at}, took ${ms} ms`
export const operation = 'Operation'
export const address = 'Address'
export const status = 'Status'
export const error = 'Error'
export const requestId = 'Request ID'
export const retryAfter = 'Retry after'
export const seconds = (count: number) => `${count} s`
export const resolution = 'Resolution'
export const about = 'About'
export const page = 'Page'
