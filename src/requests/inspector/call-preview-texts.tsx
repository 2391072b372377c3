/** The texts of one call as it will be sent. */
import type { ReactNode } from 'react'

export const notSent = (why: string) => `Not sent: ${why}`
export const bodyToCopy = (button: ReactNode) => <>Request body {button}</>
export const bodyCopied = 'request body'
export const body = 'Request body'
export const curlToCopy = (button: ReactNode) => (
  <>
    cURL, with the token in <code translate="no">ACCESS_TOKEN</code> {button}
  </>
)
export const curlCopied = 'as cURL'
export const curl = 'Request as cURL'
