/** Operations beyond the interface, which `CONFIG` names: those that the service turns out not to have are switched off here. */
import { accountStore } from '../core/account'
import { useStore } from '../core/store'

/** Why each was switched off, by its name. */
const off = accountStore<Readonly<Record<string, string>>>({})
let configured: readonly string[] = []

/** Called once at start. */
export function setExtensions(names: readonly string[]): void {
  configured = names
}

export const useSwitchedOff = (): Readonly<Record<string, string>> => useStore(off)
export const isExtensionOn = (name: string): boolean => configured.includes(name) && !Object.hasOwn(off.get(), name)

/** Switches one off for this tab, under these tokens. */
export const switchOff = (name: string, reason: string): void => off.set((old) => ({ ...old, [name]: reason }))
export const switchOn = (name: string): void => off.set(({ [name]: _, ...others }) => others)
