/** Where a request comes from: the socket's other end, or behind a trusted proxy whom the proxy heard. */
import { addressOf, type Sent } from '../../receiver/address'
import type { SignInSettings } from './sign-in-settings'

/** @returns an address; empty where the socket is gone already */
export const clientOf = (request: Sent, signIn: SignInSettings | undefined): string =>
  addressOf(request, (address) => signIn?.trusts(address) ?? false)
