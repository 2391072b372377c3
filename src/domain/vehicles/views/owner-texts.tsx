/** The texts of the battery page alone: no capacity on record, and the way for the owner to choose one. */
import type { ReactNode } from 'react'

export const noRecord = (status: number, code: string | undefined) => (
  <>
    <strong>No capacity on record for this vehicle.</strong> The provider returned {status} {code}; this is not an
    outage.
  </>
)

// The owner’s flow
export const owner = 'For the owner'
export const notFollowed = (reason: string) => `This link can’t be used. ${reason}`
export const handOver = (returnUri: ReactNode) => (
  <>
    Anyone with this link can choose for this vehicle, because it contains a token. Send it only to the owner. Owners
    return to {returnUri}.
  </>
)
export const onlyHere =
  'Works only on this computer, because the return address is local. Set OWNER_RETURN_URI before you send the link, the QR code or the message to an owner.'
export const link = 'Owner link'
export const copyLink = 'Copy owner link'
export const openFlow = 'Open owner flow'
export const showCode = 'Show QR code'
export const hideCode = 'Hide QR code'
export const drawingCode = 'Drawing the QR code…'
export const code = 'Owner link as a QR code'
export const messageField = 'Message to the owner'
export const message = (car: string, href: string) =>
  `Please tell us which battery your ${car || 'car'} has. It takes a minute:\n${href}`
export const copyMessage = 'Copy message'
export const ownerLink = 'owner link'
export const ownerMessage = 'message'
export const copied = (what: string) => `Copied the ${what}.`
