/** The texts of one call as it will be sent. */
import type { ReactNode } from 'react'

export const notSent = (why: string) => `It is not sent: ${why}`
export const bodyToCopy = (button: ReactNode) => <>Request body {button}</>
export const bodyCopied = 'request body'
export const body = 'Request body'
export const curlToCopy = (button: ReactNode) => (
  <>
    As cURL, with the token in <code>ACCESS_TOKEN</code> {button}
  </>
)
export const curlCopied = 'as cURL'
export const curl = 'The request as cURL'
