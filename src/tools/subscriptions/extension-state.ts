/** Whether the list of subscriptions is on, apart from what is done with it: every first load has this. */
import { subscriptions } from '../../api/subscriptions'
import { useConfig } from '../config'
import { createStore, useStore } from '../store'

/** Why it was switched off. */
export const off = createStore<string | undefined>(undefined)
let isConfigured = false

/** Called once at start. */
export function setExtensions(names: readonly string[]): void {
  isConfigured = names.includes(subscriptions.list.extension ?? '')
}

export const isListOn = (): boolean => isConfigured && off.get() === undefined

/** Another token may be another service’s account. */
export const forgetListError = (): void => off.set(undefined)

export interface ExtensionState {
  isOn: boolean
  isConfigured: boolean
  /** Why it was switched off, where it was. */
  reason: string | undefined
}

export function useSubscriptionList(): ExtensionState {
  const { extensions } = useConfig()
  const reason = useStore(off)
  const isSet = extensions.includes(subscriptions.list.extension ?? '')
  return { isOn: isSet && reason === undefined, isConfigured: isSet, reason }
}
